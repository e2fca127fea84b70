import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const WHERE = ["Quayside Coffee", "Citywide Buses", "Green Grocer"];

/** What was paid from an account, of which no column tells one line from all others; six a page. */
const LINES = Array.from({ length: 18 }, (_, at) => {
  const day = String(28 - Math.floor(at / 2)).padStart(2, "0");
  return `<tr><td>2026-11-${day}<td><a href="/?line=${at}">${WHERE[at % 3] ?? ""}</a><td>£${[3.4, 2.1, 18.75, 3.4][at % 4]?.toFixed(2) ?? ""}<td>£${[80, 76.6, 74.5][at % 3]?.toFixed(2) ?? ""}`;
});

/** The account, whose further pages begin so many lines too early. */
const account = (overlap: number, lines = LINES): { [path: string]: string } => {
  const pages = [0, 1, 2].map((at) => {
    const from = at * 6 - (at > 0 ? overlap : 0);
    const turn = (to: number, word: string): string =>
      to >= 0 && to < 3 ? ` <a href="/?page=${to + 1}">${word}</a>` : "";
    return `<h1>Everyday account</h1><table aria-label=Transactions><thead><tr><th>Date<th>Description<th>Amount<th>Balance</thead>
      <tbody>${lines.slice(from, from + 6).join("")}</tbody></table><nav aria-label=Pages>${turn(at - 1, "Previous")}${turn(at + 1, "Next")}</nav>`;
  });
  const [first = "", second = "", third = ""] = pages;
  return { "/": first, "/?page=1": first, "/?page=2": second, "/?page=3": third };
};

/** The same with amounts that are all different, where the last lines of the first two pages bear one name. */
const TWINS = LINES.map((line, at) => {
  const own = line.replace(/£[\d.]+/, `£${(3 + at * 1.37).toFixed(2)}`);
  return at === 5 || at === 10 ? own.replace(/>[A-Z][^<]*<\/a>/, ">Post Office</a>") : own;
});

it.each([
  ["after the last of the one before", 0, []],
  ["with the last of the one before", 1, ["paging-home"]],
])("pages of a statement begin %s", { timeout: 120_000 }, async (_, overlap, told) => {
  const { failing, yaml } = await tryPages(browser, account(overlap), { only: /^paging-/ });
  expect(failing).toEqual(told);
  expect(yaml).toContain("- id: paging-home\n");
});

it(
  "rows of one name at the end of two pages are no row that is kept there",
  { timeout: 120_000 },
  async () => {
    const { failing } = await tryPages(browser, account(1, TWINS), { only: /^paging-/ });
    expect(failing).toEqual(["paging-home"]);
  },
);
