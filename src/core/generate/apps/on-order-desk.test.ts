import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const nav = `<nav><a href="/">Desk</a> <a href="/customers">Customers</a> <a href="/projects">Projects</a> <a href="/users">Users</a> <a href="/orders/1001">Order</a> <a href="/parcel">Parcel</a> <a href="/training">Training</a></nav>`;

const table = (head: string, rows: string[][]): string =>
  `<table><thead><tr>${head.replaceAll(/\w+/g, "<th>$&")}</thead><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join("")}`).join("")}</table>`;

const customers = [
  { name: "Ivo Brandt", orders: 3 },
  { name: "Mira Olsen", orders: 12 },
  { name: "Petra Kuhn", orders: 2 },
  { name: "Samir Haddad", orders: 4 },
];
const LATEST = 10;

const orders = (count: number): string =>
  `<h2>Orders</h2>${table(
    "Number Day",
    Array.from({ length: count }, (_, at) => [`A-${1080 - at * 7}`, `${28 - at} Sep 2026`]),
  )}`;

/** What is counted is more than what is listed: pieces, what is archived or put aside, more than the latest. */
const pages: Record<string, string> = {
  "/": `<h1>Desk</h1><div><div><b>4</b> <span>Projects</span></div><div><b>3</b> <span>Users</span></div></div>`,
  "/projects": `<h1>Projects</h1><label><input type=checkbox> Show archived</label>${table("Name Lead", [
    ["Harbour lights", "Ada Lind"],
    ["Night market", "Omar Said"],
    ["River walk", "Ada Lind"],
  ])}`,
  "/users": `<h1>Users</h1>${table("Name Status", [
    ["Ada Lind", "Active"],
    ["Bea Moran", "Active"],
    ["Carl Voss", "Inactive"],
    ["Omar Said", "Active"],
  ])}`,
  "/customers": `<h1>Customers</h1>${table(
    "Name Orders",
    customers.map(({ name, orders: count }, at) => [
      `<a href="/customers/${at + 1}">${name}</a>`,
      String(count),
    ]),
  )}`,
  ...Object.fromEntries(
    customers.map(({ name, orders: count }, at) => [
      `/customers/${at + 1}`,
      `<h1>${name}</h1>${orders(Math.min(count, LATEST))}${count > LATEST ? `<a href="/customers/${at + 1}/all">View all</a>` : ""}`,
    ]),
  ),
  "/customers/2/all": `<h1>All of Mira Olsen</h1>${orders(12)}`,
  "/orders/1001": `<h1>Order 1001</h1><p>3 items</p>${table("Product Qty Price", [
    ["Mug", "2", "€8.00"],
    ["Tea", "1", "€4.00"],
  ])}`,
  "/parcel": `<h1>Parcel</h1><p>4 items</p><ul><li>Mug × 3<li>Tea</ul>`,
  "/training": `<h1>Training</h1><article><h2>Food safety</h2><p>5 of 5 questions completed · 80% correct</p></article>`,
};

it("what is counted may be more than what is listed", { timeout: 240_000 }, async () => {
  const { failing } = await tryPages(
    browser,
    Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, nav + page])),
    { pages: 13, actions: 120, depth: 3, only: /^(?:counter|tally|column|percents)/ },
  );
  expect(failing).toEqual([]);
});
