import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Row = { day: number; payee: string; account: string; target?: string };
const ROWS: Row[] = [
  { day: 3, payee: "Noodle Corner", account: "Everyday" },
  { day: 4, payee: "", account: "Everyday", target: "Blue card" },
  { day: 6, payee: "Apple Farm", account: "Savings" },
  { day: 7, payee: "", account: "Savings", target: "Everyday" },
  { day: 9, payee: "Well Books", account: "Everyday" },
  { day: 11, payee: "Bus and Train", account: "Blue card" },
  { day: 12, payee: "Dentist", account: "Savings" },
];

/** A table of which a click on a heading puts the rows in order; `key` gives what of a row that goes by. */
const table = (
  key: string,
): string => `<h1>Transactions</h1><table><thead><tr>${["Day", "Payee", "Account"].map((name) => `<th aria-sort=none><button type=button>${name}</button>`).join("")}</tr></thead><tbody></tbody></table>
  <script>const rows = ${JSON.stringify(ROWS)}; const key = ${key}; let [by, sign] = ["Day", 1];
  const draw = () => { const sorted = rows.toSorted((a, b) => { const [one, other] = [key(a, by), key(b, by)]; return sign * (one < other ? -1 : one > other ? 1 : 0); });
    document.querySelector("tbody").innerHTML = sorted.map((row) => "<tr><td>" + row.day + "<td>" + (row.payee || "Transfer") + "<td>" + row.account + (row.target ? " → " + row.target : "") + "</tr>").join("");
    for (const head of document.querySelectorAll("th")) head.ariaSort = head.textContent !== by ? "none" : sign > 0 ? "ascending" : "descending"; };
  onclick = ({ target }) => { const name = target.closest("button")?.textContent; if (!name) return; sign = name === by ? -sign : 1; by = name; draw(); }; draw();</script>`;

it.each([
  ["whom was paid and the account", `(row, by) => row[by.toLowerCase()]`, []],
  [
    "the day whatever is asked for but the account",
    `(row, by) => by === "Account" ? row.account : row.day`,
    ["sort-home-day"],
  ],
] as const)("rows that go by %s", { timeout: 240_000 }, async (_, key, expected) => {
  const { failing } = await tryPages(browser, table(key), { only: /^sort-/, actions: 300 });
  expect(failing).toEqual(expected);
});

/** A table of which a click on its heading puts the amounts in order, from the most to the least first; `size` gives what they go by. */
const spent = (
  size: string,
): string => `<h1>Spent</h1><table><thead><tr><th aria-sort=none><button type=button>Whom</button><th aria-sort=none><button type=button>Amount</button></tr></thead><tbody></tbody></table>
  <script>const rows = [["Ann", 12], ["Bo", 1195], ["Cy", 95], ["Di", 340], ["Ed", 7]]; const size = ${size}; let [by, sign] = [0, 1];
  const draw = () => { const sorted = rows.toSorted((a, b) => sign * (by === 0 ? (a[0] < b[0] ? -1 : 1) : size(a[1]) < size(b[1]) ? -1 : 1));
    document.querySelector("tbody").innerHTML = sorted.map(([name, amount]) => "<tr><td>" + name + "<td>−€" + amount.toFixed(2) + "</tr>").join("");
    document.querySelectorAll("th").forEach((head, at) => { head.ariaSort = at !== by ? "none" : sign > 0 ? "ascending" : "descending"; }); };
  document.querySelectorAll("th").forEach((head, at) => { head.onclick = () => { sign = at === by ? -sign : at === 1 ? -1 : 1; by = at; draw(); }; }); draw();</script>`;

it.each([
  ["their size", `(amount) => amount`, []],
  ["what is left after them", `(amount) => -amount`, []],
  ["their digits", `(amount) => String(amount)`, ["sort-home-whom"]],
] as const)("amounts that were spent go by %s", { timeout: 240_000 }, async (_, size, expected) => {
  const { failing } = await tryPages(browser, spent(size), { only: /^sort-/, actions: 300 });
  expect(failing).toEqual(expected);
});
