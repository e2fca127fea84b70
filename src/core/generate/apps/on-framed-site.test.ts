import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A navigation that is marked as nothing but a list, one entry of which holds further ones. */
const sidebar = `<ul><li><a href="/">Overview of all</a><li><a href="/lamps">Lamps</a><li><a href="/drafts">Drafts</a>
  <li><a href="/people">People</a><li><details><summary>Settings</summary><ul>
  <li><a href="/tags">Tags</a><li><a href="/tokens">Tokens</a></ul></details></ul>`;

const page = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><div>${sidebar}</div><div><h1>${title}</h1>${main}</div>`;

/** Shows the rows that contain what is typed above them; one that does not work shows all of them. */
const searched = (label: string, rows: string[], works: boolean): string =>
  `<label>${label} <input type=search></label><table aria-label="${label}"><thead><tr><th>Name<th>Place</tr></thead><tbody>${rows.join("")}</tbody></table>
  <script>document.querySelector("input").oninput = ({ target }) => {
    for (const row of document.querySelectorAll("tbody tr"))
      row.hidden = ${works} && !row.textContent.toLowerCase().includes(target.value.toLowerCase());
  };</script>`;

const row = (name: string, place: string): string => `<tr><td>${name}<td>${place}</tr>`;
const lamps = [row("Ceiling light", "Hall"), row("Desk lamp", "Study"), row("Torch", "Cellar")];
const people = [row("Anna Berg", "Oslo"), row("Boris Vogel", "Bonn"), row("Clara Stern", "Graz")];

const bodyOf = (path: string, works: boolean): string | null => {
  if (path === "/") return page("Overview of all", "<p>Three lamps, three people and no draft</p>");
  if (path === "/lamps") return page("Lamps", searched("Search lamps", lamps, works));
  if (path === "/drafts") return page("Drafts", searched("Search drafts", [], true));
  if (path === "/tags") return page("Tags", "<p>There is none</p>");
  if (path === "/tokens") return page("Tokens", "<p>They are secret</p>");
  return path === "/people" ? page("People", searched("Search people", people, works)) : null;
};

const suiteFor = (works: boolean): Promise<SuiteForApp> =>
  suiteForApp(browser, (request, response) => {
    const body = bodyOf(new URL(request.url ?? "/", "http://app").pathname, works);
    response.writeHead(body === null ? 404 : 200, { "content-type": "text/html" }).end(body ?? "Not found");
  });

it("the search of an empty list is none of the navigation beside it", { timeout: 400_000 }, async () => {
  const { told, dropped, cases } = await suiteFor(true);
  expect([told, dropped]).toEqual([[], []]);
  expect(cases).toEqual(expect.arrayContaining(["search-lamps", "search-people"]));
  expect(cases).not.toContain("search-drafts");
});

it("searches that are ignored are found beside the same navigation", { timeout: 400_000 }, async () => {
  const { found } = await suiteFor(false);
  expect(found).toEqual(expect.arrayContaining(["search-lamps", "search-people"]));
});
