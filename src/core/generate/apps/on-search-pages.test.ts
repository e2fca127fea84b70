import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const ROOM = 8;
const firsts = ["Alice", "Benedict", "Carys", "Dylan", "Eleanor", "Farouk"];
const towns = ["Birchgate", "Lower Heyford", "Marston", "Thornby", "Wexford"];
const owners = Array.from({ length: 40 }, (_, at) => ({
  name: `${firsts[at % firsts.length]} ${["Quayle", "Underhill", "Yardley"][at % 3]} ${at + 1}`,
  town: towns[at % towns.length] ?? "",
}));

/** Owners in pages, with a search; `drops`: the next page is of all of them. */
const createOwners = (drops: boolean): RequestListener => {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const q = searchParams.get("q") ?? "";
    const found = owners.filter(({ name, town }) =>
      `${name} ${town}`.toLowerCase().includes(q.toLowerCase()),
    );
    const most = Math.max(1, Math.ceil(found.length / ROOM));
    const page = Math.min(most, Number(searchParams.get("page") ?? 1));
    const to = (at: number): string =>
      escapeHtml(
        `/?${new URLSearchParams({ ...(q !== "" && !drops && { q }), page: String(at) }).toString()}`,
      );
    const rows = found
      .slice((page - 1) * ROOM, page * ROOM)
      .map(({ name, town }) => `<tr><td>${name}<td>${town}</tr>`);
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Owners</title><link rel=icon href="data:,"><main><h1>Owners</h1>
      <form role=search><label>Name or town <input type=search name=q value="${escapeHtml(q)}"></label> <button>Search</button></form><p>${found.length} owners found</p>
      ${rows.length > 0 ? `<table aria-label=Owners><thead><tr><th>Name<th>Town</tr></thead><tbody>${rows.join("")}</tbody></table>` : "<p>No owner matches.</p>"}
      <nav aria-label=Pages>${page > 1 ? `<a href="${to(page - 1)}">Previous</a> ` : ""}<span>Page ${page} of ${most}</span>${page < most ? ` <a href="${to(page + 1)}">Next</a>` : ""}</nav></main>`);
  };
};

it.each([
  [false, []],
  [true, ["search-home-pages"]],
])("the next page of a search; it is dropped: %s", { timeout: 240_000 }, async (drops, expected) => {
  const { failing, yaml } = await tryPages(browser, createOwners(drops), { only: /^search-/, actions: 300 });
  expect(yaml).toContain("id: search-home-pages\n");
  expect(failing).toEqual(expected);
});
