import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Way = "what it is" | "its letters" | "what it is, with what has no price behind the rest";

/** Value and text of each cell, in the ways of several countries. */
const COLUMNS: Record<string, [number | string, string][]> = {
  Booked: [
    [20260214.15, "2/14/2026, 3:05:00 PM"],
    [20261102.09, "11/2/2026, 9:15:00 AM"],
    [20260214.09, "2/14/2026, 9:30:00 AM"],
    [20251230.18, "12/30/2025, 6:00:00 PM"],
  ],
  Due: [
    [20260514, "14-05-2026"],
    [20261102, "02-11-2026"],
    [20260309, "09-03-2026"],
    [20251230, "30-12-2025"],
  ],
  Cost: [
    [1249, "R$ 1.249,00"],
    [38, "R$ 38,00"],
    [410.5, "R$ 410,50"],
    [9, "R$ 9,00"],
  ],
  Paid: [
    [1250, "1 250,00 €"],
    [38, "38,00 €"],
    [410.5, "410,50 €"],
    [9, "9,00 €"],
  ],
  Weight: [
    [1.125, "1.125"],
    [12.5, "12.5"],
    [2.5, "2.5"],
    [10.75, "10.75"],
  ],
  Release: [
    [10_210, "1.2.10"],
    [11_002, "1.10.2"],
    [10_209, "1.2.9"],
    [20_001, "2.0.1"],
  ],
  Starts: [
    [9.5, "9:30 AM"],
    [14, "2:00 PM"],
    [12.25, "12:15 PM"],
    [8, "8:00 AM"],
  ],
  Month: [
    [202_601, "Jan 2026"],
    [202_604, "Apr 2026"],
    [202_512, "Dec 2025"],
    [202_602, "Feb 2026"],
  ],
  City: [
    ["Lublin", "Lublin"],
    ["Łódź", "Łódź"],
    ["Opole", "Opole"],
    ["Kraków", "Kraków"],
  ],
};

const orders = (way: Way, names: string[]): string => `<h1>Orders</h1><table>
  <thead><tr>${names.map((name) => `<th><button>${name}</button></th>`).join("")}</tr></thead><tbody id=rows></tbody></table>
  <script>
    const way = ${JSON.stringify(way)}, columns = ${JSON.stringify(names.map((name) => COLUMNS[name]))};
    let rows = [0, 1, 2, 3].map((at) => columns.map((column) => column[at])), by = null, up = true;
    // Has no price, and comes up once all are sorted.
    if (way.includes("no price")) rows.push(rows[0].map((cell, at) => (at === 0 ? [0, "Preço sob consulta"] : cell)));
    const show = () => {
      document.getElementById("rows").innerHTML = rows.slice(0, 4).map((row) => "<tr>" + row.map((cell) => "<td>" + cell[1]).join("")).join("");
    };
    const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, "pl"));
    document.querySelectorAll("button").forEach((button, at) => { button.onclick = () => {
      up = by === at ? !up : true;
      by = at;
      rows.sort((a, b) => (way === "its letters" ? (a[at][1] < b[at][1] ? -1 : 1) : compare(a[at][0], b[at][0])) * (up ? 1 : -1));
      show();
    }; });
    show();
  </script>`;

it.each<[Way, string[], string[]]>([
  ["what it is", ["Cost", "Booked", "Due", "Paid", "Weight"], []],
  ["what it is", ["Release", "Starts", "Month", "City"], []],
  ["what it is, with what has no price behind the rest", ["Cost", "Due"], []],
  ...["Cost", "Booked", "Due", "Paid", "Weight"].map((name): [Way, string[], string[]] => [
    "its letters",
    [name],
    [name],
  ]),
])("a table of foreign values in the order of %s: %s", { timeout: 240_000 }, async (way, names, wrong) => {
  const { failing } = await tryPages(browser, orders(way, names), { only: /sort/, actions: 120 });
  expect(failing).toEqual(wrong.map((name) => `sort-home-${name.toLowerCase()}`));
});
