import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const EVENTS = ["Harvest market", "Winter gala", "Spring run", "Old timer show"];

/** Events with an amount below a heading, and pages that say what a ticket costs. */
const events = (heading: string): Record<string, string> => ({
  "/": `<h1>Events</h1><table><thead><tr><th>Event<th>${heading}</tr></thead><tbody>${EVENTS.map((name, at) => `<tr><td><a href="/events/${at + 1}">${name}</a><td>$${54 + at}.00</tr>`).join("")}</tbody></table>`,
  ...Object.fromEntries(
    EVENTS.map((name, at) => [
      `/events/${at + 1}`,
      `<h1>${name}</h1><p>A ticket costs $${12 + at}.00 at the door.</p>`,
    ]),
  ),
});

it.each([
  ["Sales", []],
  ["Price", ["items-home"]],
] as const)("an amount below %s", { timeout: 240_000 }, async (heading, expected) => {
  const { failing, yaml } = await tryPages(browser, events(heading), {
    only: /^items-/,
    pages: 8,
    actions: 300,
  });
  expect(yaml).toContain("id: items-home");
  expect(failing).toEqual(expected);
});
