import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const two = (number: number): string => String(number).padStart(2, "0");
const iso = (day: Date): string =>
  `${day.getUTCFullYear()}-${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`;
const said = (day: Date): string =>
  day.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

const BILLS = ["Ada", "Bo", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"].map((name, at) => ({
  name: `${name} Limited`,
  date: new Date(Date.UTC(2026, 9, 20 - at * 3)),
  due: new Date(Date.UTC(2026, 9, 34 - at * 3)),
}));

type By = "date" | "due";

/** Bills, each with the day of its date and the one that it is due on, bounded by one of them; `last`: the day at the end is left out. */
const desk =
  (by: By, last: "within" | "left out"): RequestListener =>
  (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://desk");
    const [from, to] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
    const fits = (day: string): boolean =>
      (from === "" || day >= from) && (to === "" || (last === "within" ? day <= to : day < to));
    const shown = BILLS.filter((bill) => fits(iso(bill[by])));
    const rows = shown.map(
      ({ name, date, due }) => `<tr><td>${name}<td>${said(date)}<td>${said(due)}<td>€120.00`,
    );
    const list = `<table aria-label=Bills><thead><tr><th>Customer<th>Date<th>Due<th>Total</thead><tbody>${rows.join("")}</tbody></table>`;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang=en><meta charset=utf-8><title>Bills</title><link rel=icon href="data:,"><main><h1>Bills</h1>
      <form><label>From <input type=date name=from value="${from}"></label> <label>To <input type=date name=to value="${to}"></label> <button>Apply</button></form>
      ${rows.length > 0 ? list : "<p>There are no bills of these days.</p>"}</main>`);
  };

it.each<[By, "within" | "left out", string[]]>([
  ["date", "within", []],
  ["due", "within", []],
  ["date", "left out", ["bounds-home-from"]],
  ["due", "left out", ["bounds-home-from"]],
])("bills bounded by %s, the last day of which is %s", { timeout: 120_000 }, async (by, last, told) => {
  const limits = { only: /^bounds-/, actions: 300 };
  const { failing, yaml } = await tryPages(browser, desk(by, last), limits);
  expect(yaml).toContain("- id: bounds-home-from\n");
  expect(failing).toEqual(told);
});
