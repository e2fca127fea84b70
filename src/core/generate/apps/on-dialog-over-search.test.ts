import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const shell = (main: string): string =>
  `<h1>Applications</h1><p><label>Search <input type=search id=q></label></p>${main}
  <script>document.querySelector("#q").oninput = ({ target }) => { for (const row of document.querySelectorAll("#found li")) row.hidden = !row.textContent.toLowerCase().includes(target.value.toLowerCase()); };</script>`;

/** A drawer that its address opens, over the page and its search. */
const drawer = `<div role=dialog aria-label="Project status" style="position:fixed;inset:0 0 0 200px;background:#fff"><h2>Resources</h2>
  <ul aria-label=Resources><li>Members of the project <a href="/members">Add members</a></li><li>Keys of the project <a href="/keys">Add a key</a></li><li>Segments of the project <a href="/segments">Add segments</a></li></ul></div>`;

it("a search below a drawer is not for what the drawer lists", async () => {
  const pages = {
    "/": shell(`<p><a href="/?status=open">Project status</a></p>`),
    "/?status=open": shell(drawer),
    "/members": "<h1>Members</h1>",
    "/keys": "<h1>Keys</h1>",
    "/segments": "<h1>Segments</h1>",
  };
  const { failing } = await tryPages(browser, pages, { pages: 8, actions: 300, only: /search/ });
  expect(failing).toEqual([]);
});
