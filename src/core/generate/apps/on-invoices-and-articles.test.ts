import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const table = (name: string, columns: string[], rows: string[][], foot?: string[]): string => {
  const cells = (texts: string[]): string => `<tr>${texts.map((text) => `<td>${text}`).join("")}</tr>`;
  return `<h1>${name}</h1><table aria-label="${name}"><thead><tr>${columns.map((column) => `<th>${column}`).join("")}</tr></thead>
    <tbody>${rows.map(cells).join("")}</tbody>${foot ? `<tfoot>${cells(foot)}</tfoot>` : ""}</table>`;
};

const link = (path: string, name: string): string => `<a href="${path}">${name}</a>`;

const INVOICES = [
  ["INV-1", "1 May 2026", "31 May 2026"],
  ["INV-2", "2 May 2026", "1 June 2026"],
] as const;

/** The second of them was changed after it had been published. */
const ARTICLES = [
  ["Setting up a scanner", "3 May 2026", "3 May 2026"],
  ["Asking for leave", "28 March 2026", "21 April 2026"],
  ["Booking a van", "14 March 2026", "14 March 2026"],
  ["Closing the office", "9 February 2026", "9 February 2026"],
] as const;

/** What is void is not owed any more; `left` is what one of the others shows as its balance. */
const statements = (left: string): string =>
  table(
    "Statements",
    ["Customer", "Status", "Total", "Paid", "Balance"],
    [
      ["Anna Lee", "Sent", "€100.00", "€40.00", "€60.00"],
      ["Bob Fox", "Sent", "€80.00", "€20.00", left],
      ["Cleo Hart", "Paid", "€50.00", "€50.00", "€0.00"],
      ["Dan Moss", "Void", "€300.00", "€0.00", "€0.00"],
      ["Eve Stone", "Sent", "€45.00", "€10.00", "€35.00"],
    ],
  );

const firm = (): Record<string, string> => {
  const main = {
    "/": `<h1>Office</h1><p>Good morning.</p>`,
    "/statements": statements("€60.00"),
    // What was cancelled is not counted.
    "/orders": table(
      "Orders",
      ["Order", "Status", "Amount"],
      [
        ["Oak desk", "Paid", "€100.00"],
        ["Lamp", "Paid", "€50.00"],
        ["Shelf", "Pending", "€70.00"],
        ["Carpet", "Cancelled", "€30.00"],
      ],
      ["Total", "", "€220.00"],
    ),
    "/hours": table(
      "Hours",
      ["Task", "State", "Hours"],
      [
        ["Planning", "Approved", "4 h"],
        ["Wiring", "Approved", "7 h"],
        ["Painting", "Submitted", "5 h"],
        ["Driving", "Rejected", "2 h"],
        ["Total", "", "16 h"],
      ],
    ),
    "/invoices": table(
      "Invoices",
      ["Invoice", "Date"],
      INVOICES.map(([name, day], at) => [link(`/invoices/${at + 1}`, name), day]),
    ),
    ...Object.fromEntries(
      INVOICES.map(([name, day, due], at) => [
        `/invoices/${at + 1}`,
        `<h1>${name}</h1><p>Issued ${day}</p><p>Due Date: ${due}</p>`,
      ]),
    ),
    "/articles": table(
      "Articles",
      ["Article", "Updated"],
      ARTICLES.map(([name, , day], at) => [link(`/articles/${at + 1}`, name), day]),
    ),
    ...Object.fromEntries(
      ARTICLES.map(([name, day], at) => [
        `/articles/${at + 1}`,
        `<h1>${name}</h1><p>Published ${day}</p><p>Ask at the desk.</p>`,
      ]),
    ),
  };
  const nav = `<nav>${["/", "/statements", "/orders", "/hours", "/invoices", "/articles"].map((path) => link(path, path.slice(1) || "office")).join(" ")}</nav>`;
  return Object.fromEntries(Object.entries(main).map(([path, body]) => [path, nav + body]));
};

it(
  "invoices, orders and articles that say less than they could are let be",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, firm(), {
      pages: 14,
      actions: 200,
      only: /^(?:differences|totals|same|day)-/,
    });
    expect(failing).toEqual([]);
    expect(yaml).toContain("id: differences-statements");
  },
);

it("a balance that is wrong beside a void one is found", { timeout: 240_000 }, async () => {
  const { failing } = await tryPages(browser, statements("€0.00"), { only: /^differences-/ });
  expect(failing).toEqual(["differences-home"]);
});
