import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Way = "adds up the same" | "counts transfers as well" | "counts what is planned, in and out";

const MONTHS = ["January 2026", "February 2026", "March 2026"];
const SUMS = [
  [2_680, 1_120, 400],
  [2_145, 960, 300],
  [2_930, 1_045, 250],
] as const;

const euros = (amount: number): string => `€${amount.toLocaleString("en")}.00`;
const nav = `<nav><a href="/">Report</a> <a href="/list">Entries</a></nav>`;

/** A report by month, and the entries of each, which have transfers among them. */
const pages = (way: Way): Record<string, string> => {
  const list = (title: string, months: readonly (readonly number[])[]): string => {
    const sum = (at: number): number => months.reduce((all, month) => all + (month[at] ?? 0), 0);
    return `${nav}<h1>${title}</h1><p>${months.length * 3} entries · income ${euros(sum(0))} · expenses ${euros(sum(1))}</p>
      <table><thead><tr><th>Entry<th>Amount</thead><tbody>${months
        .map(
          ([income = 0, spent = 0, moved = 0]) =>
            `<tr><td>Salary<td>${euros(income)}<tr><td>Rent<td>-${euros(spent)}<tr><td>To savings<td>${euros(moved)}`,
        )
        .join("")}</tbody></table>`;
  };
  const [more, spared] = [way === "counts what is planned, in and out" ? 100 : 0, way !== "adds up the same"];
  return {
    "/": `${nav}<h1>Report</h1><table><thead><tr><th>Month<th>Income<th>Expenses</thead><tbody>${MONTHS.map(
      (month, at) => {
        const [income = 0, spent = 0, moved = 0] = SUMS[at] ?? [];
        return `<tr><td><a href="/list?month=${at + 1}">${month}</a><td>${euros(income + more)}<td>${euros(spent + (spared ? moved : 0))}`;
      },
    ).join("")}</tbody></table>`,
    "/list": list("Entries", SUMS),
    ...Object.fromEntries(SUMS.map((sums, at) => [`/list?month=${at + 1}`, list("Entries", [sums])])),
  };
};

it.each<[Way, string[]]>([
  ["adds up the same", []],
  ["counts what is planned, in and out", []],
  ["counts transfers as well", ["leads-home"]],
])("a report that %s", { timeout: 240_000 }, async (way, expected) => {
  const { failing, yaml } = await tryPages(browser, pages(way), { pages: 6 });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: leads-home");
});
