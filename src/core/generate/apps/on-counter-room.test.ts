import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const SIZE = 12;

/** Payments, so many of them for food, of which a page shows twelve; `counted`: what is said of those for food. */
const payments = (food: number, counted: number): Record<string, string> => {
  const table = (rows: number, said: string, next = ""): string =>
    `<h1>Payments</h1><p><a href="/?kind=food">Food</a> <a href="/">All</a></p><p>${said}</p><table><thead><tr><th>Day<th>Whom</tr></thead><tbody>${Array.from({ length: rows }, (_, at) => `<tr><td>${at + 1} May 2026<td>Shop ${at + 1}</tr>`).join("")}</tbody></table><nav aria-label=Pages>${next}</nav>`;
  return {
    "/": table(SIZE, "1–12 of 30", `<a rel=next href="/?page=2">Next</a>`),
    "/?page=2": table(SIZE, "13–24 of 30", `<a rel=next href="/?page=3">Next</a>`),
    "/?page=3": table(6, "25–30 of 30"),
    "/?kind=food": table(food, `${counted} payments`),
  };
};

it.each([
  ["a list with much room on its page agrees with", payments(3, 3), true, 0],
  ["a list that may go on on a next page once there are some more agrees with", payments(9, 9), false, 0],
  ["a list does not agree with, though it may go on,", payments(9, 8), true, 1],
] as const)("what %s its number", { timeout: 240_000 }, async (_, pages, has, expected) => {
  const { failing, yaml } = await tryPages(browser, pages, { only: /^counter-/, pages: 8, actions: 300 });
  expect(failing).toHaveLength(expected);
  expect(yaml.includes("id: counter-")).toBe(has);
});

const NAMES = ["Ann Lee", "Bo Berg", "Cleo Kay", "Dan Wolf", "Eve Orr"];

/** Who takes part in a course, and who leads it. */
const people = (said: number, leader: string): string =>
  `<h1>Participants</h1><p>${said} participants</p><ul>${NAMES.map((name, at) => `<li><h2>${name}</h2>${at === 0 ? ` <span>${leader}</span>` : ""}`).join("")}</ul>`;

it.each([
  ["of those that somebody leads", people(4, "Teacher"), 0],
  ["of all but one", people(4, ""), 1],
  ["of less than those that somebody leads", people(3, "Teacher"), 1],
] as const)("a number %s beside a list", { timeout: 240_000 }, async (_, page, expected) => {
  const { failing } = await tryPages(browser, page, { only: /^counter-/, actions: 300 });
  expect(failing).toHaveLength(expected);
});
