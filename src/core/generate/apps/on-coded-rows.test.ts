import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const nav = `<p><a href="/">Tickets</a> <a href="/assets">Assets</a></p>`;

/** Assets known by a number with letters before it, and tickets by names; what is typed narrows the assets by so much of a row. */
const pages = (finds: string): Record<string, string> => ({
  "/": `${nav}<h1>Tickets</h1><ul aria-label=Tickets><li><a href="/">Card reader rejects my card</a></li><li><a href="/">Router restarts at night</a></li><li><a href="/">Emails arrive late</a></li></ul>`,
  "/assets": `${nav}<h1>Assets</h1><label>Search tag or name <input type=search></label>
    <table aria-label=Assets><thead><tr><th>Tag<th>Name<th>Price</tr></thead><tbody></tbody></table><script>
    const all = ["X1", "T14", "M720", "B19", "P55", "K80"].map((name, at) => ["AST-00" + (at + 1), name, "€" + (at + 3) + "00.00"]);
    const draw = (word) => document.querySelector("tbody").replaceChildren(...all.filter(([tag, name]) => ${finds}).map((cells) => {
      const row = document.createElement("tr"); for (const text of cells) row.insertCell().textContent = text; return row; }));
    document.querySelector("input").oninput = ({ target }) => draw(target.value.trim().toLowerCase()); draw("");</script>`,
});

const LIMITS = { only: /^search-assets/, pages: 4, actions: 200, depth: 2 };

it.each([
  ["is found by its number", "(tag + name).toLowerCase().includes(word)", []],
  [
    "stays where nothing is found",
    "word === 'zqxwvkj' || (tag + name).toLowerCase().includes(word)",
    ["search-assets"],
  ],
])("a row that %s", { timeout: 240_000 }, async (_, finds, expected) => {
  const { failing, yaml } = await tryPages(browser, pages(finds), LIMITS);
  expect(yaml).toContain("id: search-assets\n");
  expect(failing).toEqual(expected);
});
