import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const STORIES = [
  ["Nets and knots", 21],
  ["A wet spring", 19],
  ["The last ferry", 17],
  ["Paint that lasts", 12],
  ["Salt in the flour", 9],
] as const;

/** Stories with the day of each in their list, and what `says` of that day on their own pages. */
const stories = (says: (day: number, at: number) => string): { [path: string]: string } => ({
  "/": `<h1>Stories</h1><ul aria-label=Stories>${STORIES.map(([title, day], at) => `<li><a href="/stories/${at + 1}">${title}</a> <p>${day} November 2026</p></li>`).join("")}</ul>`,
  ...Object.fromEntries(
    STORIES.map(([title, day], at) => [
      `/stories/${at + 1}`,
      `<h1>${title}</h1><p>By Ann · ${says(day, at)}</p><p>It was a long day.</p>`,
    ]),
  ),
});

it.each([
  ["the same day", (day: number) => `published ${day} November 2026`, true, []],
  [
    "another day on one",
    (day: number, at: number) => `published ${at === 0 ? 3 : day} November 2026`,
    true,
    ["day-home"],
  ],
  ["another day on each", (day: number) => `published ${day % 7} November 2026`, true, ["day-home"]],
  ["when it was looked at", (day: number) => `last read ${day % 7} November 2026`, false, []],
  ["when it was thought of", (day: number) => `written ${day} May 2025`, false, []],
  ["its day otherwise as well", (day: number) => `posted 2 November 2026, on Nov ${day}`, false, []],
] as const)("stories whose own pages say %s", { timeout: 240_000 }, async (_, says, has, expected) => {
  const { failing, yaml } = await tryPages(browser, stories(says), {
    only: /^day-/,
    pages: 12,
    actions: 100,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: day-home")).toBe(has);
});

/** News with the day right below the title, and what `says` there on their own pages. */
const news = (says: (day: number) => string): { [path: string]: string } => ({
  "/": `<h1>News</h1>${STORIES.map(([title, day], at) => `<article><h2><a href="/news/${at + 1}">${title}</a></h2><p>${day} Nov 2026 · New</p></article>`).join("")}`,
  ...Object.fromEntries(
    STORIES.map(([title, day], at) => [
      `/news/${at + 1}`,
      `<h1>${title}</h1><p>${says(day)}</p><p>It was a long day.</p>`,
    ]),
  ),
});

it.each([
  ["the same day", (day: number) => `${day} Nov 2026`, []],
  ["that of a month before", (day: number) => `${day} Oct 2026`, ["day-home"]],
  ["when it begins", (day: number) => `Begins ${day} Oct 2026`, []],
] as const)(
  "news whose own pages say %s below the title",
  { timeout: 240_000 },
  async (_, says, expected) => {
    const { failing } = await tryPages(browser, news(says), { only: /^day-/, pages: 12, actions: 100 });
    expect(failing).toEqual(expected);
  },
);

const ORDERS = [
  [2041, 28, "October"],
  [2040, 14, "September"],
  [2038, 31, "August"],
] as const;
const NEXT: Record<string, string> = {
  "28 October 2026": "29 October 2026",
  "14 September 2026": "15 September 2026",
  "31 August 2026": "1 September 2026",
};
const BEFORE = { October: "September", September: "August", August: "July" };

/** Orders with their days below a heading, and what `says` of that on their own pages. */
const orders = (
  heading: string,
  says: (day: string, before: string) => string,
  rest = "<dt>Delivered on<dd>3 December 2026",
): { [path: string]: string } => ({
  "/": `<h1>Orders</h1><table><thead><tr><th>Number<th>${heading}<th>Total</tr></thead><tbody>${ORDERS.map(([id, day, month]) => `<tr><td><a href="/orders/${id}">${id}</a><td>${day} ${month} 2026<td>€${id}.00</tr>`).join("")}</tbody></table>`,
  ...Object.fromEntries(
    ORDERS.map(([id, day, month]) => [
      `/orders/${id}`,
      `<h1>Order ${id}</h1><dl>${says(`${day} ${month} 2026`, `${day} ${BEFORE[month]} 2026`)}${rest}</dl>`,
    ]),
  ),
});

it.each([
  ["the same day", orders("Date", (day) => `<dt>Placed on<dd>${day}`), true, []],
  ["the next day", orders("Date", (day) => `<dt>Placed on<dd>${NEXT[day]}`, ""), true, ["day-home"]],
  ["that of a month before", orders("Date", (_, before) => `<dt>Placed on<dd>${before}`), true, ["day-home"]],
  [
    "another one as well",
    orders("Date", (day, before) => `<dt>Placed on<dd>${before}<dt>Paid on<dd>${day}`),
    true,
    [],
  ],
  ["what goes before it", orders("Renews on", (_, before) => `<dt>Placed on<dd>${before}`), false, []],
] as const)("orders whose own pages say %s", { timeout: 240_000 }, async (_, pages, has, expected) => {
  const { failing, yaml } = await tryPages(browser, pages, { only: /^day-/, pages: 12, actions: 100 });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: day-home")).toBe(has);
});
