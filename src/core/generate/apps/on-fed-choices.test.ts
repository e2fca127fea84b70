import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const STATES = ["Planned", "Begun", "Waiting", "Checked", "Closed"];

/** States with how many works are in each, and a form that offers `offered` of them. */
const works = (last: string, offered: string[]): Record<string, string> => ({
  "/": `<h1>Works</h1><p><a href="/new">New work</a></p><table aria-label="By state"><thead><tr><th>State<th>Works</tr></thead><tbody>${[...STATES, last].map((state, at) => `<tr><td>${state}<td>${at + 3}</tr>`).join("")}</tbody></table>`,
  "/new": `<h1>New work</h1><form action="/" method=get><p><label>What is to be done <input name=what required></label><p><label>State <select name=state>${offered.map((state) => `<option>${state}`).join("")}</select></label><button>Add work</button></form>`,
});

it.each([
  ["what the rows come to", works("Total", STATES), []],
  ["what is in none of them", works("[none]", STATES), []],
  ["one that is not offered, beside none at all", works("Given up", ["none", ...STATES]), ["fed-new-state"]],
  ["one that is not offered", works("Given up", STATES), ["fed-new-state"]],
  ["the end of a work, with which none is begun", works("Cancelled", STATES), []],
  ["one that is offered", works("Given up", [...STATES, "Given up"]), []],
] as const)(
  "below the states that a form offers stands %s",
  { timeout: 240_000 },
  async (_, pages, expected) => {
    expect((await tryPages(browser, pages, { only: /^fed-/, actions: 300 })).failing).toEqual(expected);
  },
);
