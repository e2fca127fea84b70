import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Pages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PER = 8;
const ORDERS = Array.from({ length: 22 }, (_, at) => 20_447 - at * 3);

/** Orders in numbered pages, of which the number is said above them; `pages`: so many can be turned to. */
const orders = (pages: number, heading: string, said: number): Pages =>
  Object.fromEntries(
    Array.from({ length: pages }, (_, at) => {
      const rows = ORDERS.slice(at * PER, (at + 1) * PER);
      const links = Array.from({ length: pages }, (__, to) => `<a href="/?page=${to + 1}">${to + 1}</a>`);
      const table = `<table><thead><tr><th>Number<th>Total</tr></thead><tbody>${rows.map((id) => `<tr><td>${id}<td>€${id}.00</tr>`).join("")}</tbody></table>`;
      const next = at + 1 < pages ? `<a href="/?page=${at + 2}">Next</a>` : "";
      const page = `<h1>${heading}</h1><p>${said} orders</p>${table}<nav aria-label=Pages>${links.join(" ")} ${next}</nav>`;
      return [at === 0 ? "/" : `/?page=${at + 1}`, page];
    }),
  );

/** The same in pages that are turned one by one, and said to be so many. */
const turned = (pages: number): Pages =>
  Object.fromEntries(
    Array.from({ length: pages }, (_, at) => {
      const rows = ORDERS.slice(at * PER, (at + 1) * PER);
      const table = `<table><thead><tr><th>Number<th>Total</tr></thead><tbody>${rows.map((id) => `<tr><td>${id}<td>€${id}.00</tr>`).join("")}</tbody></table>`;
      const next = at + 1 < pages ? `<a href="/?page=${at + 2}">Next</a>` : "";
      return [
        at === 0 ? "/" : `/?page=${at + 1}`,
        `<h1>Orders</h1><p>22 orders found.</p>${table}<p>Page ${at + 1} of ${pages} ${next}</p>`,
      ];
    }),
  );

it.each<[string, Pages, string[], boolean]>([
  ["which are all that it says it has", orders(3, "Orders", 22), [], true],
  ["of which the last is missing", orders(2, "Orders", 22), ["said-pages-home"], true],
  // Of all times, while the page shows those of a week.
  ["of some of what is counted", orders(2, "This week", 22), [], false],
  ["of which many more are counted", orders(2, "Orders", 220), [], false],
  ["turned one by one", turned(3), [], true],
  ["turned one by one, of which the last is missing", turned(2), ["said-pages-home"], true],
])("a list in numbered pages, %s", { timeout: 240_000 }, async (_, pages, expected, told) => {
  const { failing, yaml } = await tryPages(browser, pages, { only: /^said-pages/, pages: 8, actions: 120 });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: said-pages-")).toBe(told);
});
