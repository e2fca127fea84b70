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

type How = "chosen in the list" | "asked for by another name" | "said above the list";

const EVENTS = ["Comedy", "Concerts", "Family"].flatMap((kind) =>
  [1, 2, 3].map((number) => ({
    kind,
    name: `${["Red", "Blue", "Green"][number - 1] ?? ""} night of ${kind.slice(0, 3)}`,
  })),
);

/** Events of three kinds, to which the start leads by tiles, and how what a tile asks for comes out. */
const events = (how: How): RequestListener => {
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Start</a> <a href="/events">Events</a></nav><main><h1>${title}</h1>${main}</main>`;
  const kinds = ["Comedy", "Concerts", "Family"];
  const asked = how === "asked for by another name" ? "kind" : "category";
  const tiles = kinds.map((kind) => `<li><a href="/events?${asked}=${kind}">${kind} 3</a>`).join("");
  const list = (kind: string): string => {
    const shown = EVENTS.filter((each) => kind === "" || each.kind === kind);
    const isChosen = how !== "said above the list";
    const options = kinds
      .map((each) => `<option${isChosen && each === kind ? " selected" : ""}>${each}`)
      .join("");
    return `<form><label>Category <select name=category><option value="">All${options}</select></label> <button>Show</button></form>
      <p>${shown.length} events</p><ul aria-label=Events>${shown.map(({ name }) => `<li>${name}`).join("")}</ul>`;
  };
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://app");
    const kind = url.searchParams.get("category") ?? "";
    const title = how === "said above the list" && kind !== "" ? `Events: ${kind}` : "Events";
    const html = url.pathname === "/" ? page("Start", `<ul>${tiles}</ul>`) : page(title, list(kind));
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  };
};

it.each<[How, boolean, string[]]>([
  ["chosen in the list", true, []],
  ["asked for by another name", true, ["choice-of-link-home"]],
  ["said above the list", false, []],
])("links that are called after choices: %s", { timeout: 240_000 }, async (how, isTried, expected) => {
  const { failing, yaml } = await tryPages(browser, events(how), {
    only: /^choice-of-link/,
    pages: 10,
    actions: 300,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: choice-of-link-home")).toBe(isTried);
});
