import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const orders = ["Mug", "Lamp", "Pen", "Rug", "Vase", "Bowl", "Clock"].map((name, at) => ({
  name,
  state: ["Open", "Sent", "Open", "Late", "Open", "Sent", "Late"][at] ?? "",
}));

const table = (state: string | null): string =>
  `<h1>Orders</h1><table aria-label=Orders><thead><tr><th>Order<th>State</tr></thead><tbody>${orders
    .filter((order) => state === null || order.state === state)
    .map((order) => `<tr><td>${order.name}<td>${order.state}</tr>`)
    .join("")}</tbody></table>`;

/** Tiles of which each leads to its part of the orders, or says no more than its number. */
const tiles = (numbers: Record<string, number>, linked: boolean): string =>
  `<h1>Today</h1><div>${Object.entries(numbers)
    .map(([words, number]) => {
      const state = words.split(" ")[0] ?? "";
      return linked
        ? `<article><h3>${words}</h3><p>${number}</p><a href="/orders?state=${state}">View all</a></article>`
        : `<div><span>${words}</span> <b>${number}</b></div>`;
    })
    .join("")}</div><p><a href="/orders">All of them</a></p>`;

const site = (numbers: Record<string, number>, linked = true): Record<string, string> => ({
  "/": tiles(numbers, linked),
  "/orders": table(null),
  ...Object.fromEntries(["Open", "Sent", "Late"].map((state) => [`/orders?state=${state}`, table(state)])),
});

/** The same numbers above the list itself. */
const above = (numbers: string[]): Record<string, string> => ({
  "/": `<p>${numbers.map((text) => `<span>${text}</span>`).join(" ")}</p>${table(null)}`,
});

const boats = (rows: number, below: string, from = 0): string =>
  `<h1>Boats</h1><table aria-label=Boats><thead><tr><th>Boat<th>Year</tr></thead><tbody>${Array.from(
    { length: rows },
    (_, at) => `<tr><td>Boat ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[from + at] ?? ""}<td>${1980 + from + at}</tr>`,
  ).join("")}</tbody></table>${below}`;

const more = `for (const name of 'KLMNO') document.querySelector('tbody').insertRow().innerHTML = '<td>Boat ' + name + '<td>2001'`;

/** A number that leads to a part of the boats beside that of all, of which the list shows ten at first. */
const fleet = (old: number): Record<string, string> => ({
  "/": `<h1>Overview</h1><div><a href="/boats"><b>26</b> Boats</a> <a href="/boats?old=1"><b>${old}</b> Old ones</a></div>`,
  "/boats": boats(10, `<p>Showing 10 of 26</p><button onclick="${more}">Load more</button>`),
  "/boats?old=1": boats(2, ""),
});

const next = (to: string): string => `<nav aria-label=Pages><a href="${to}">Next</a></nav>`;

/** A number that leads to what it counts, of which the list says on which rows it is and nothing behind that. */
const afloat = (open: number): Record<string, string> => ({
  "/": `<h1>Overview</h1><div class=cards><div class=card><b>${open}</b> <a href="/boats?state=open">Open boats</a></div> <div class=card><b>Closed</b> <a href="/harbour">Harbour</a></div> <div class=card><b>All</b> <a href="/boats">Boats</a></div></div>`,
  "/harbour": "<h1>Harbour</h1><p>Closed at night.</p>",
  "/boats": boats(10, `<p>Rows 1–10 of 26</p>${next("/boats?page=2")}`),
  "/boats?page=2": boats(10, `<p>Rows 11–20 of 26</p>${next("/boats?page=3")}`, 10),
  "/boats?page=3": boats(6, "<p>Rows 21–26 of 26</p>", 20),
  "/boats?state=open": boats(10, `<p>Rows 1–10 of 17</p>${next("/boats?state=open&page=2")}`),
  "/boats?state=open&page=2": boats(7, "<p>Rows 11–17 of 17</p>", 10),
});

/** A number by itself, of what its link says that it chooses, beside those of categories. */
const alone = (submitted: number, furniture: number): Record<string, string> => ({
  "/": `<h1>Start</h1><p><a href="/orders?state=open">${submitted} open orders</a></p>
    <ul><li><a href="/goods?cat=furniture">Furniture ${furniture} goods</a><li><a href="/goods?cat=bikes">Bikes 3 goods</a></ul>`,
  "/orders?state=open": table("Open"),
  "/goods?cat=furniture": goods(["Desk", "Bench"]),
  "/goods?cat=bikes": goods(["City bike", "Old bike", "Tandem"]),
  "/orders": table(null),
});

const goods = (names: string[]): string =>
  `<h1>Goods</h1><ul>${names.map((name, at) => `<li>${name} €${at + 12}.00</li>`).join("")}</ul>`;

type Try = [what: string, pages: Record<string, string>, failing: string[], stated: boolean];

describe("numbers of parts of a list", () => {
  const right = { "Open orders": 3, "Sent orders": 2, "Late orders": 2 };
  const tries: Try[] = [
    ["that agree, with links", site(right), [], true],
    ["of which one is off, with links", site({ ...right, "Open orders": 4 }), ["parts-home"], true],
    ["that agree, without links", site(right, false), [], true],
    ["of which one is off, without links", site({ ...right, "Late orders": 3 }, false), ["parts-home"], true],
    [
      "that agree, above the list itself",
      above(["3 open orders", "2 sent orders", "2 late orders"]),
      [],
      true,
    ],
    [
      "of which one is off, above the list itself",
      above(["Open: 3", "Sent: 2", "Late: 1"]),
      ["parts-home"],
      true,
    ],
    [
      "that count something else",
      site({ "Open days": 3, "Sent parcels": 8, "Late trains": 1 }, false),
      [],
      false,
    ],
    ["that agree, beside that of a list that goes on", fleet(2), [], true],
    ["of which one is off, beside that of a list that goes on", fleet(1), ["parts-home"], true],
    ["that agree with a list in parts", afloat(17), [], true],
    ["of which one is far off from a list in parts", afloat(42), ["parts-home"], true],
    ["that agree, each with where it leads", alone(3, 2), [], true],
    ["of which one is off from where it leads", alone(5, 2), ["parts-home"], true],
    ["of which a category is off from where it leads", alone(3, 4), ["parts-home"], true],
    ["that are of another time", site({ "Open orders": 31, "Sent orders": 94 }, false), [], false],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, pages, expected, stated) => {
    const { failing, yaml } = await tryPages(browser, pages, { pages: 6 });
    expect(failing).toEqual(expected);
    expect(yaml.includes("id: parts-home")).toBe(stated);
  });
});
