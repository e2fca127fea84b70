import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PEOPLE = ["Tom Fletcher", "Tiago Rocha", "Chloé Dubois", "Aisha Khan", "Åsa Bergström", "Mia Zeller"];

/** People with their initials in the place of a picture; `byInitials`: what they are sorted by. */
const directory =
  (byInitials: boolean): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const initials = (name: string): string => name.replaceAll(/(\S)\S*\s*/g, "$1");
    const key = (name: string): string => (byInitials ? initials(name) : name);
    const compare = new Intl.Collator("en").compare;
    const [first, second] = [url.searchParams.get("dir") === "desc" ? -1 : 1, url.searchParams.has("dir")];
    const all = second ? PEOPLE.toSorted((a, b) => first * compare(key(a), key(b))) : PEOPLE;
    const person = (name: string): string =>
      `<a href="/people/${PEOPLE.indexOf(name) + 1}"><span aria-hidden=true>${initials(name)}</span> <span>${name}</span></a>`;
    const own = PEOPLE[Number(/^\/people\/(\d)$/.exec(url.pathname)?.[1] ?? 0) - 1];
    const main =
      url.pathname === "/"
        ? `<h1>Colleagues</h1><table aria-label=Colleagues><thead><tr><th><a href="/?dir=${url.searchParams.get("dir") === "asc" ? "desc" : "asc"}">Name</a><th>Town</thead><tbody>${all.map((name, at) => `<tr><td>${person(name)}<td>${["Bremen", "Oslo", "Lyon"][at % 3]}`).join("")}</table>`
        : own === undefined
          ? null
          : `<h1>${own}</h1><p>Works here.</p>`;
    response.writeHead(main === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>${own ?? "Colleagues"}</title><link rel=icon href="data:,"><nav><a href="/">All</a></nav><main>${main ?? "<h1>Not found</h1>"}</main>`,
    );
  };

it.each([
  ["their names", false, []],
  ["their initials", true, ["sort-home-name"]],
])(
  "people with their initials before their names are sorted by %s",
  { timeout: 240_000 },
  async (_, byInitials, told) => {
    const { failing, yaml } = await tryPages(browser, directory(byInitials), {
      only: /^(?:items|sort)-/,
      pages: 8,
      actions: 300,
      depth: 3,
    });
    expect(yaml).toContain("id: items-home\n");
    expect(yaml).toContain("id: sort-home-name\n");
    expect(failing).toEqual(told);
  },
);
