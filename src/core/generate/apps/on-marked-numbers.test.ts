import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Articles with how many are there, some of which are marked, put in order as numbers or as texts. */
const articles = (
  unit: string,
  read: "Number" | "String",
): string => `<h1>Articles</h1><table aria-label=Articles><thead><tr><th><button>Article</button><th><button>Stock</button></tr></thead><tbody></tbody></table><script>
    const all = [["Apron", 101, "Low"], ["Tray", 343, "Low"], ["Mug", 98, ""], ["Knife", 150, ""], ["Grater", 14, "Low"], ["Bag", 1480, ""], ["Bin", 35, "Sold soon"], ["Tin", 7, ""]];
    let way = -1;
    const draw = (rows) => { document.querySelector("tbody").innerHTML = rows.map(([name, many, mark]) => "<tr><td>" + name + "<td>" + many + "${unit}" + (mark && " <b>" + mark + "</b>") + "</tr>").join(""); };
    const keys = [([name]) => name, ([, many]) => ${read}(many)];
    document.querySelectorAll("th button").forEach((head, at) => { head.onclick = () => { way = -way; const key = keys[at];
      draw(all.toSorted((a, b) => way * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))); }; });
    draw(all);</script>`;

it.each<[what: string, page: string, failing: string[]]>([
  ["pieces as numbers", articles(" pcs", "Number"), []],
  ["pieces as texts", articles(" pcs", "String"), ["sort-home-article"]],
  ["bare numbers as numbers", articles("", "Number"), []],
  ["bare numbers as texts", articles("", "String"), ["sort-home-article"]],
])("some of what is put in order is marked: %s", { timeout: 240_000 }, async (_, page, expected) => {
  const { failing, yaml } = await tryPages(browser, page, { only: /^sort/ });
  expect(failing).toEqual(expected);
  expect(yaml).toMatch(/Sorting by .*"Stock"/);
});
