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
    ["that are of another time", site({ "Open orders": 31, "Sent orders": 94 }, false), [], false],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, pages, expected, stated) => {
    const { failing, yaml } = await tryPages(browser, pages, { pages: 6 });
    expect(failing).toEqual(expected);
    expect(yaml.includes("id: parts-home")).toBe(stated);
  });
});
