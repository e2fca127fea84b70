import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Group = { name: string; sum: string; rows: [string, string, string][] };

type Sheet = { groups: Group[]; total: string; label?: string; headings?: string; ended?: boolean };

const sheet = ({
  groups,
  total,
  label = "Week total (of 40 h planned)",
  headings = "",
  ended,
}: Sheet): string =>
  `<h1>Time sheet</h1><table aria-label="Time sheet">${headings}${groups
    .map(({ name, sum, rows }) => {
      const head = `<tr><th colspan=3>${name}<td>${sum}</tr>`;
      const lines = rows.map(
        ([task, note, amount]) => `<tr><td></td><td>${task}<td>${note}<td>${amount}</tr>`,
      );
      return `<tbody>${(ended ? [...lines, head] : [head, ...lines]).join("")}</tbody>`;
    })
    .join("")}<tfoot><tr><th colspan=3>${label}<td>${total}</tr></tfoot></table>`;

const week = (...sums: string[]): Group[] => [
  {
    name: "Mon, 23 Nov",
    sum: sums[0] ?? "6.5 h",
    rows: [
      ["Design", "for the home page", "4.25 h"],
      ["Review", "of what Ann wrote", "2.25 h"],
    ],
  },
  {
    name: "Tue, 24 Nov",
    sum: sums[1] ?? "7.75 h",
    rows: [
      ["Design", "for the basket", "5 h"],
      ["Calls", "with the client", "2.75 h"],
    ],
  },
  { name: "Wed, 25 Nov", sum: sums[2] ?? "3 h", rows: [["Tests", "of the basket", "3 h"]] },
  {
    name: "Thu, 26 Nov",
    sum: sums[3] ?? "4.5 h",
    rows: [
      ["Tests", "of the till", "1.75 h"],
      ["Review", "of the tests", "1.5 h"],
      ["Notes", "for the release", "1.25 h"],
    ],
  },
];

/** The same with other amounts, by those that stand there. */
const as = (groups: Group[], change: (hours: number) => string): Group[] =>
  groups.map(({ name, sum, rows }) => ({
    name,
    sum: change(Number.parseFloat(sum)),
    rows: rows.map(([task, note, amount]) => [task, note, change(Number.parseFloat(amount))]),
  }));
const clock = (hours: number): string => `${Math.floor(hours)}:${String((hours % 1) * 60).padStart(2, "0")}`;
const euros = (hours: number): string => `€${(hours * 80).toFixed(2)}`;
const plain = (hours: number): string => String(hours * 4);
const headings = "<thead><tr><th>Day<th>Task<th>Note<th>Spent</tr></thead>";

const CASE = "totals-home";

it.each<[what: string, sheet: Sheet, failing: string[]]>([
  ["that come to their sums", { groups: week(), total: "21.75 h" }, []],
  [
    "of which one has no row",
    { groups: [...week(), { name: "Fri, 27 Nov", sum: "0 h", rows: [] }], total: "21.75 h" },
    [],
  ],
  [
    "of which one has no row, and whose total is off",
    { groups: [...week(), { name: "Fri, 27 Nov", sum: "0 h", rows: [] }], total: "19 h" },
    [CASE],
  ],
  ["below headings", { groups: week(), total: "21.75 h", headings }, []],
  ["below headings, of which one is off", { groups: week("5 h"), total: "21.75 h", headings }, [CASE]],
  ["whose total cuts fractions", { groups: week(), total: "19 h" }, [CASE]],
  ["whose total is cut", { groups: week(), total: "21 h" }, [CASE]],
  ["of which one is off", { groups: week("6.5 h", "5 h"), total: "21.75 h" }, [CASE]],
  ["of which one is off, and so is the total", { groups: week("6.5 h", "5 h"), total: "19 h" }, [CASE]],
  [
    "of a line each that is not its sum",
    { groups: week("6.5 h", "7.75 h", "5 h"), total: "21.75 h" },
    [CASE],
  ],
  ["that end with their sums", { groups: week(), total: "21.75 h", ended: true }, []],
  ["that end with a sum that is off", { groups: week("5 h"), total: "21.75 h", ended: true }, [CASE]],
  ["of hours and minutes", { groups: as(week(), clock), total: "21:45" }, []],
  ["of hours and minutes whose total is off", { groups: as(week(), clock), total: "19:00" }, [CASE]],
  ["of money", { groups: as(week(), euros), total: "€1,740.00" }, []],
  ["of money, one of which is off", { groups: as(week("5 h"), euros), total: "€1,740.00" }, [CASE]],
  ["of numbers", { groups: as(week(), plain), total: "87" }, []],
  ["of numbers whose total leaves out the first", { groups: as(week(), plain), total: "61" }, [CASE]],
])("rows in groups %s", { timeout: 240_000 }, async (_, each, expected) => {
  const { failing, yaml } = await tryPages(browser, sheet(each), { only: /^totals-/, pages: 1 });
  expect(failing).toEqual(expected);
  expect(yaml).toContain(CASE);
});

const withState = (states: string[]): Group[] =>
  week("2.25 h", "7.75 h", "3 h", "4.5 h").map((group, at) => ({
    ...group,
    rows: group.rows.map(([task, , hours], row) => [task, states[at * 2 + row] ?? "Billable", hours]),
  }));

it.each<[what: string, sheet: Sheet]>([
  ["show what was planned for them", { groups: week("8 h", "8 h", "4 h", "8 h"), total: "21.75 h" }],
  [
    "show what was planned, one of it kept to",
    { groups: week("6.5 h", "8 h", "3 h", "8 h"), total: "21.75 h" },
  ],
  [
    "show what was planned, below headings",
    { groups: week("8 h", "8 h", "4 h", "8 h"), total: "21.75 h", headings },
  ],
  ["leave out what is in another state", { groups: withState(["Internal"]), total: "17.5 h" }],
  [
    "leave out what a note says is none",
    {
      groups: week("6.5 h", "5 h").map((group) => ({
        ...group,
        rows: group.rows.map(([task, note, hours]) => [
          task,
          task === "Calls" ? "cancelled by Ann" : note,
          hours,
        ]),
      })),
      total: "19 h",
    },
  ],
])("nothing is said of groups that %s", { timeout: 240_000 }, async (_, each) => {
  const { yaml } = await tryPages(browser, sheet(each), { only: /^totals-/, pages: 1 });
  expect(yaml).not.toContain(CASE);
});

it(
  "a total of groups that are taken from each other, or with more in it, is none of them",
  { timeout: 240_000 },
  async () => {
    for (const [total, label] of [
      ["€1,260.00", "Total result"],
      ["€2,000.00", "Total incl. VAT"],
    ] as const) {
      const groups = as(week(), euros);
      const page = sheet({ groups, total, label });
      const { failing, yaml } = await tryPages(browser, page, { only: /^totals-/, pages: 1 });
      expect(failing).toEqual([]);
      expect(yaml).not.toContain("tfoot");
    }
  },
);
