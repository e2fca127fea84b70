import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const loans = (said: string): string =>
  `<h1>Loans</h1><ul aria-label=Loans><li><h2>Heidi</h2><p>${said}</p><li><h2>Momo</h2><p>Due in 12 days</p></ul>`;

it.each([
  ["Due in 1 day", []],
  ["Keep for: 1 days", []],
  ["Due in 1 days", ["plurals"]],
  ["Returned 1 weeks ago", ["plurals"]],
  ["Lasts 2.1 hours ago", []],
])("%s", { timeout: 60_000 }, async (said, told) => {
  expect((await tryPages(browser, loans(said), { only: /^plurals$/ })).failing).toEqual(told);
});
