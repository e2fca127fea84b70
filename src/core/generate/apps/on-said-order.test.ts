import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const pantry = [
  ["Rice", "28 Nov 2030", "3 Jan 2026"],
  ["Lentils", "2 Dec 2030", "1 Feb 2026"],
  ["Flour", "5 Jan 2031", "9 Jan 2026"],
  ["Sugar", "", "4 Mar 2026"],
];

const page = (said: string, days: (typeof pantry)[number][]): string =>
  `<h1>Pantry</h1><p>${said}</p><table><thead><tr><th>Name<th>Best before${days[0]?.length === 3 ? "<th>Bought" : ""}</tr></thead><tbody>${days
    .map(
      ([name, best, bought]) =>
        `<tr><td>${name}<td>${best || "–"}${bought === undefined ? "" : `<td>${bought}`}</tr>`,
    )
    .join("")}</tbody></table>`;

const asText = [pantry[1], pantry[0], pantry[2], pantry[3]].flatMap((row) => (row ? [row] : []));

const tried = (html: string): Promise<{ failing: string[]; yaml: string }> =>
  tryPages(browser, html, { actions: 300, only: /^order-/ });

it("a list is in the order that is said of it", async () => {
  const sound = await tried(page("4 items, soonest best-before date first", pantry));
  expect(sound.yaml).toContain("order-home");
  expect(sound.failing).toEqual([]);
  const wrong = await tried(page("4 items, soonest best-before date first", asText));
  expect(wrong.failing).toEqual(["order-home"]);
});

it.each([
  ["leaves open which day is meant", "4 items, newest first"],
  [
    "may be by when it was made",
    "4 items, newest first</p><p>",
    asText.map(([name = "", best = ""]) => [name, best]),
  ],
  ["is a choice", "<label>Order <select><option>By name<option>Soonest best before first</select></label>"],
])("what %s is no order", async (_, said, rows = asText) => {
  expect((await tried(page(said, rows))).yaml).not.toContain("order-home");
});
