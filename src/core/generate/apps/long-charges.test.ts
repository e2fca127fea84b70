import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Hire = { days: number; rate: number; total: number; more?: string; after?: string };

const HIRES: [days: number, rate: number][] = [
  [3, 24],
  [2, 55],
  [5, 18],
  [10, 39.9],
  [4, 62],
  [12, 30],
];
const TOOLS = ["Ladder", "Mixer", "Drill", "Saw", "Pump", "Digger"];
const DATES = ["2 March", "9 March", "16 March", "23 March", "30 March", "6 April"];

const euros = (amount: number): string => `€${amount.toFixed(2)}`;

const PAIRS = ({ days, rate, total, more = "" }: Hire): string =>
  `<dl><dt>Days</dt><dd>${days}</dd><dt>Agreed daily rate</dt><dd>${euros(rate)}</dd>${more}<dt>Total</dt><dd>${euros(total)}</dd></dl>`;
const CELLS = ({ days, rate, total, more = "" }: Hire): string =>
  `<table><tbody><tr><th>Hired for<td>${days} days</tr><tr><th>Rate per day<td>${euros(rate)}</tr>${more}<tr><th>Total cost<td>${euros(total)}</tr></tbody></table>`;

/** Hires of tools, of which some say otherwise what they come to, and a page of each. */
const hires = (
  of: (days: number, rate: number, at: number) => Partial<Hire>,
  shown: (hire: Hire) => string = PAIRS,
): { [path: string]: string } => {
  const all = HIRES.map(([days, rate], at): Hire => ({
    days,
    rate,
    total: days * rate,
    ...of(days, rate, at),
  }));
  const pages = all.map((hire, at) => [
    `/hires/${at + 1}`,
    `<h1>${TOOLS[at]}</h1><p>Begins on ${DATES[at]}.</p>${shown(hire)}${hire.after ?? ""}<p><a href="/">All hires</a></p>`,
  ]);
  const rows = TOOLS.map((tool, at) => `<li><a href="/hires/${at + 1}">${tool}</a>`);
  return {
    "/": `<h1>Hires</h1><ul aria-label=Hires>${rows.join("")}</ul>`,
    ...(Object.fromEntries(pages) as { [path: string]: string }),
  };
};

const limits = { pages: 20, actions: 300, only: /^sums-/ };
const of = (chosen: number, change: Partial<Hire>) => (_: number, __: number, at: number) =>
  at === chosen ? change : {};

it.each<[string, { [path: string]: string }]>([
  ["drops the cents of its rate", hires((days, rate) => ({ total: days * Math.floor(rate) }))],
  [
    "drops the cents of its rate, in cells",
    hires((days, rate) => ({ total: days * Math.floor(rate) }), CELLS),
  ],
])("a total is found that %s", { timeout: 90_000 }, async (_, pages) => {
  const { failing } = await tryPages(browser, pages, limits);
  expect(failing).toHaveLength(1);
});

it("the cents that every rate loses are found", { timeout: 90_000 }, async () => {
  const { failing } = await tryPages(
    browser,
    hires((days, rate) => ({ rate: rate + 0.5, total: days * Math.floor(rate + 0.5) })),
    limits,
  );
  expect(failing.length).toBeGreaterThan(0);
});

it("what all come to is expected of one of them", { timeout: 90_000 }, async () => {
  const { failing, yaml } = await tryPages(
    browser,
    hires(() => ({})),
    limits,
  );
  expect(failing).toEqual([]);
  expect(yaml.match(/id: sums-/g)).toHaveLength(1);
});

it.each<[string, ReturnType<typeof hires>]>([
  ["has a discount", hires(of(4, { total: 3 * 62, more: "<dt>Discount<dd>−€62.00" }))],
  [
    "has a discount that others have none of",
    hires((days, rate, at) => ({
      total: days * rate - (at === 4 ? rate : 0),
      after: `<p>Discount: ${at === 4 ? "€62.00" : "€0.00"}</p>`,
    })),
  ],
  ["is of a long hire", hires((days, rate) => ({ total: (days > 6 ? days - 2 : days) * rate }))],
  ["is never of less than three days", hires((days, rate) => ({ total: Math.max(3, days) * rate }))],
  ["has a day for nothing", hires(of(4, { total: 3 * 62 }))],
  ["is half as much again on two days", hires(of(4, { total: 5 * 62 }))],
  ["is rounded", hires(of(4, { rate: 61.9, total: 248 }))],
  ["is less for some", hires(of(4, { total: 4 * 62 * 0.9 }))],
  ["has weekends at another rate", hires(of(4, { total: 4 * 62 + 31 }))],
  ["ended early", hires(of(4, { total: 3 * 62, after: "<p>Returned early.</p>" }))],
  ["is of two things", hires(of(4, { total: 8 * 62, more: "<dt>Pieces<dd>2" }))],
  ["was cancelled", hires(of(4, { total: 62, after: "<p>Cancelled</p>" }))],
  [
    "came back later than it was due",
    hires(of(4, { total: 6 * 62, after: "<p>Due 3 April 2026, back on 9 April 2026.</p>" })),
  ],
  ["has a fee", hires(of(4, { total: 5 * 62, more: "<dt>Late fee<dd>€62.00" }))],
])("nothing is found where one %s", { timeout: 90_000 }, async (_, pages) => {
  expect((await tryPages(browser, pages, limits)).failing).toEqual([]);
});

type Row = [tool: string, days: number, rate: number, total: number, state?: string];

const RIGHT: Row[] = [
  ["Ladder", 3, 24, 72],
  ["Mixer", 2, 55, 110],
  ["Drill", 5, 18.5, 92.5],
  ["Pump", 9, 30, 270],
];

const table = (rows: Row[]): string =>
  `<h1>Hires</h1><table aria-label=Hires><thead><tr><th>Tool<th>Days<th>Daily rate<th>Total<th>State</thead><tbody>${rows
    .map(
      ([tool, days, rate, total, state = "Billed"]) =>
        `<tr><td>${tool}<td>${days}<td>${euros(rate)}<td>${euros(total)}<td>${state}`,
    )
    .join("")}</tbody></table>`;

it.each<[string, Row[], string[]]>([
  ["comes to what it says", [["Saw", 4, 39.9, 159.6]], []],
  ["loses its cents", [["Saw", 4, 39.9, 156]], ["totals-home"]],
  ["loses its cents, in a state of its own", [["Saw", 4, 39.9, 156, "Ended"]], []],
  ["is of a day less", [["Saw", 4, 39, 117]], []],
  ["has a discount of a tenth", [["Saw", 4, 39, 140.4]], []],
])("a row among others that %s", { timeout: 60_000 }, async (_, odd, expected) => {
  const { failing, yaml } = await tryPages(browser, table([...odd, ...RIGHT]), { only: /^totals-/ });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("- id: totals-home");
});
