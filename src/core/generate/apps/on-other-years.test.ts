import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** What came in by month, of a year that one chooses; the total below leaves December out or not. This year has none of it yet. */
const report = (leavesOut: boolean): { [path: string]: string } => {
  const year = (chosen: number): string => {
    const amounts = MONTHS.map((_, at) => (chosen === 2026 && at > 9 ? 0 : 120.5 + at * 31));
    const counted = leavesOut ? amounts.slice(0, 11) : amounts;
    const money = (amount: number): string => `€${amount.toFixed(2)}`;
    return `<h1>Reports</h1><form><label>Year <select name=year>${[2026, 2025].map((each) => `<option${each === chosen ? " selected" : ""}>${each}`).join("")}</select></label> <button>Show</button></form>
      <table><caption>Income</caption><thead><tr><th>Month<th>Received</thead><tbody>${MONTHS.map((month, at) => `<tr><td>${month}<td>${money(amounts[at] ?? 0)}`).join("")}</tbody>
      <tfoot><tr><th>Total<td>${money(counted.reduce((sum, amount) => sum + amount, 0))}</tfoot></table>`;
  };
  return { "/": year(2026), "/?year=2026": year(2026), "/?year=2025": year(2025) };
};

it.each([
  ["all months", false, []],
  ["all but December", true, ["totals-home"]],
])("the total of another year is of %s", { timeout: 120_000 }, async (_, leavesOut, told) => {
  const { failing, yaml } = await tryPages(browser, report(leavesOut), { only: /^totals-/ });
  expect(yaml).toContain('Year: "2025"');
  expect(failing).toEqual(told);
});
