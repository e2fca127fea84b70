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
] as const)("stories whose own pages say %s", { timeout: 120_000 }, async (_, says, has, expected) => {
  const { failing, yaml } = await tryPages(browser, stories(says), {
    only: /^day-/,
    pages: 12,
    actions: 100,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: day-home")).toBe(has);
});
