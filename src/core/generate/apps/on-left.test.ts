import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** What is spent of each budget; for one of them nothing was planned. */
const BUDGETS: [name: string, planned: number | null, spent: number][] = [
  ["Rent", 900, 850],
  ["Food", 400.5, 310.25],
  ["Clothing", 82.5, 103.05],
  ["Travel", 120, 48.4],
  ["Gifts", null, 25],
  ["Books", 45, 20],
  ["Garden", 75, 12.75],
];

const money = (value: number): string => `$${value.toFixed(2)}`;

/** How what is left is written where more was spent than planned. */
const WAYS = {
  "loses the sign": (over: number) => `Left ${money(over)}`,
  "says by how much it is over": (over: number) => `Over by ${money(over)}`,
  "keeps the sign": (over: number) => `Left −${money(over)}`,
  "has nothing left": () => `Left ${money(0)}`,
};

const page = (way: keyof typeof WAYS): string =>
  `<h1>Budgets</h1><table><thead><tr><th>Category<th>Budget<th>Spent<th>Left</tr></thead><tbody>${BUDGETS.map(
    ([name, planned, spent]) => {
      const left = (planned ?? 0) - spent;
      return `<tr><td>${name}<td>${planned === null ? "—" : money(planned)}<td>${money(spent)}<td>${left < 0 ? WAYS[way](-left) : `Left ${money(left)}`}</tr>`;
    },
  ).join("")}</tbody></table>`;

it.each<[keyof typeof WAYS, string[]]>([
  ["loses the sign", ["differences-home"]],
  ["says by how much it is over", []],
  ["keeps the sign", []],
  ["has nothing left", []],
])("a budget that %s", async (way, expected) => {
  const { failing, yaml } = await tryPages(browser, page(way), { only: /^differences-/ });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: differences-home");
});
