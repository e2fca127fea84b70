import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Posts that begin with the last one, and are in another order a moment after a click on a heading. */
const posts = `<h1>Posts</h1><table aria-label=Posts><thead><tr><th><button>Title</button><th><button>Content</button></tr></thead><tbody></tbody></table>
  <script>const rows = [1, 2, 3, 4, 5].map((number) => ["Post " + number, "Content " + number]);
    let column = 1, order = -1;
    const show = () => { document.querySelector("tbody").innerHTML = rows.toSorted((a, b) => order * a[column].localeCompare(b[column]))
      .map((cells) => "<tr>" + cells.map((cell) => "<td>" + cell).join("")).join(""); };
    document.querySelectorAll("th button").forEach((button, at) => { button.onclick = () => {
      order = at === column && clicked ? -order : 1; column = at; clicked = true; setTimeout(show, 500); }; });
    let clicked = false; show();</script>`;

it(
  "rows that were in that order already are not taken for the answer to a click",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, posts, { only: /^sort-/, actions: 300 });
    expect(failing).toEqual([]);
    expect(yaml).toContain("column: Content");
  },
);
