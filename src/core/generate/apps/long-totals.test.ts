import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Kind = {
  /** What stands below the table, or above it. */
  below?: string;
  above?: string;
  foot?: string;
  /** What the accounts are, one each. */
  states?: string[];
  heading?: string;
  rows?: string[];
};

const BALANCES = ["€12,490.21", "€2,072.84", "€-321.72", "€889.16", "€15.00"];
const ALL = "€15,145.49";
/** Without the fourth of them. */
const MOST = "€14,256.33";

const accounts = ({ below = "", above = "", foot = "", states, heading = "Balance", rows }: Kind): string => {
  const names = ["Business", "Payroll", "Reserve", "Workshop", "Petty cash"];
  const lines = (rows ?? BALANCES).map(
    (balance, at) =>
      `<tr><td>${names[at]}${states ? `<td>${states[at]}` : ""}<td>${balance}<td>${balance.replace("€", "€1")}`,
  );
  return `<h1>Accounts</h1><section>${above}<table aria-label=Accounts><thead><tr><th>Account${states ? "<th>Status" : ""}<th>${heading}<th>Available</thead>
    <tbody>${lines.join("")}</tbody>${foot && `<tfoot>${foot}</tfoot>`}</table>${below}</section>`;
};

const CASE = "totals-home";
const total = (amount: string, words = "Total balance"): string => `<p>${words}: ${amount}</p>`;

it.each<[string, Kind, string[]]>([
  ["that of its column", { below: total(ALL) }, []],
  ["that of its column, above it", { above: total(ALL, "Sum of balances") }, []],
  ["short of a row", { below: total(MOST) }, [CASE]],
  ["short of a row, above it", { above: `<div>Balance total ${MOST}</div>` }, [CASE]],
  ["short of a row, and its words in bold", { below: `<p><b>Total balance:</b> ${MOST}</p>` }, [CASE]],
  ["short of a row, in the table's foot", { foot: `<tr><td>Total balance<td>${MOST}<td>` }, [CASE]],
  ["that of its column, in the table's foot", { foot: `<tr><td>Total balance<td>${ALL}<td>` }, []],
])("a total that is called after a column is %s", { timeout: 240_000 }, async (_, kind, expected) => {
  const { failing, yaml } = await tryPages(browser, accounts(kind));
  expect(failing).toEqual(expected);
  expect(yaml).toContain(CASE);
});

const open = ["Open", "Open", "Open", "Closed", "Open"];
const kinds = ["Current", "Current", "Savings", "Loan", "Savings"];
const choice = `<label>Kind <select><option>All<option>Savings</select></label>`;

it.each<[string, Kind]>([
  ["names a row that is no part of it", { below: `${total(MOST)}<p>Workshop is not counted.</p>` }],
  ["leaves out what is in another state", { below: total(MOST), states: open }],
  ["leaves out the one of its kind", { below: total(MOST), states: kinds }],
  ["has a discount before it", { below: `<p>Discount: €889.16</p>${total(MOST)}` }],
  ["has a heading that is only like it", { below: total(MOST, "Total available balance") }],
  ["is called after something else", { below: total(MOST), heading: "Credit" }],
  ["is of what was chosen", { above: choice, below: total(MOST) }],
  ["is of another currency", { below: total(MOST.replace("€", "$")) }],
  [
    "is the last of balances that go on from row to row",
    { rows: ["€10.00", "€30.00", "€40.00"], below: total("€40.00") },
  ],
  ["is off by what no row has", { below: total("€14,900.00") }],
  ["stands elsewhere", { above: `${total(MOST)}<p>${"Seen from afar. ".repeat(8)}</p>` }],
])("no sum is expected of a total that %s", { timeout: 240_000 }, async (_, kind) => {
  const { failing, yaml } = await tryPages(browser, accounts(kind));
  expect(failing).toEqual([]);
  expect(yaml).not.toContain(CASE);
});

it("no sum is expected of a total of further pages", { timeout: 240_000 }, async () => {
  const rows = [BALANCES.slice(0, 3), BALANCES.slice(3)];
  const page = (at: number, turn: string): string =>
    accounts({ rows: rows[at], below: `${total("€14,562.05")}<a href="${turn}</a>` });
  const { failing, yaml } = await tryPages(browser, {
    "/": page(0, '/more">Next'),
    "/more": page(1, '/">Previous'),
  });
  expect(failing).toEqual([]);
  expect(yaml).not.toContain(CASE);
});

const GOODS = Array.from({ length: 12 }, (_, at) => ({ name: `Ware ${at + 1}`, price: 100 + at * 17.5 }));
const money = (amount: number): string => `€${amount.toFixed(2)}`;

/** A list in pages of five, with what it comes to below: of all, or of what is shown. */
const stock = (label: string, ofAll: boolean): { [path: string]: string } => {
  const pages = [0, 1, 2].map((at) => {
    const shown = GOODS.slice(at * 5, at * 5 + 5);
    const counted = ofAll ? GOODS : shown;
    const turn = (to: number, word: string): string =>
      GOODS[to * 5] && to >= 0 ? ` <a href="/?page=${to + 1}">${word}</a>` : "";
    return `<h1>Stock</h1><table aria-label=Stock><thead><tr><th>Ware<th>Value</thead><tbody>${shown.map(({ name, price }) => `<tr><td>${name}<td>${money(price)}`).join("")}</tbody></table>
      <p>${label}: <strong>${money(counted.reduce((sum, { price }) => sum + price, 0))}</strong></p>${/\d/.test(label) ? `<p>Showing ${shown.length} of 12</p>` : ""}<nav aria-label=Pages>${turn(at - 1, "Previous")}${turn(at + 1, "Next")}</nav>`;
  });
  const [first = "", second = "", third = ""] = pages;
  return { "/": first, "/?page=1": first, "/?page=2": second, "/?page=3": third };
};

it.each([
  ["of all", "Total value", true, []],
  ["of the page, as it says", "Value of this page", false, []],
  ["part of it, as it says", "Sub-total", false, []],
  ["of as many as are shown", "Total of 5 wares", false, []],
  ["of the page alone", "Total value", false, ["paging-home-total"]],
  ["of the page alone, but says of how many it is", "Total of 12 wares", false, ["paging-home-total"]],
])("a total below a list in pages is %s", { timeout: 240_000 }, async (_, label, ofAll, expected) => {
  const { failing } = await tryPages(browser, stock(label, ofAll), { only: /^paging-/ });
  expect(failing).toEqual(expected);
});
