import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });

/** Two lists of days below headings of their own: lessons, and what is to be handed in, so many days from now. */
const page = (heading: string, days: number[]): string => {
  const list = (some: number[], what: string): string =>
    `<ul>${some.map((each, at) => `<li><h3>${what} ${"ABCDE"[at]}</h3><p>${dayIn(each)}</p>`).join("")}</ul>`;
  return `<h1>Dashboard</h1><section><h2>Next lessons</h2>${list([1, 3, 8], "Lesson")}</section><section><h2>${heading}</h2>${list(days, "Essay")}</section>`;
};

it.each([
  ["by day", page("Next deadlines", [2, 5, 9]), []],
  ["by title", page("Next deadlines", [5, 2, 9]), ["next-home-next-deadlines"]],
  ["from the latest on", page("Next deadlines", [9, 5, 2]), []],
  ["as they were set", page("Deadlines of last term", [5, 2, 9]), []],
])("what comes next is listed %s", { timeout: 120_000 }, async (_, main, told) => {
  const { failing, yaml } = await tryPages(browser, main, { only: /^next-/, actions: 300 });
  expect(failing).toEqual(told);
  expect(yaml).toContain("id: next-home-next-lessons\n");
});
