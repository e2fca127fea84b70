import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PEOPLE = ["Ada Berg", "Cleo Kay", "Dan Wolf"];

/** A letter, and a form for the answer to it, which is filled in with who is `chosen`. */
const pages = (letter: string, chosen: string, link = "Reply"): Record<string, string> => ({
  "/": `<h1>A letter</h1><p>${letter}</p><p><a href="/new?reply=1">${link}</a>`,
  "/new?reply=1": `<h1>New letter</h1><form method=post action="/new"><label>To <select name=to>${PEOPLE.map((name) => `<option${name === chosen ? " selected" : ""}>${name}`).join("")}</select></label> <label>Letter <textarea name=letter></textarea></label> <button>Send</button></form>`,
});

it.each([
  ["who has written", pages("From Dan Wolf: shall we meet?", "Dan Wolf"), []],
  ["the first of all", pages("From Dan Wolf: shall we meet?", "Ada Berg"), ["prefilled-new"]],
  ["one of two that are named", pages("From Dan Wolf: shall we meet Cleo Kay?", "Cleo Kay"), []],
  ["somebody, where nothing is answered", pages("From Dan Wolf: shall we meet?", "Ada Berg", "New task"), []],
])("an answer is to %s", { timeout: 120_000 }, async (_, letter, told) => {
  const { failing } = await tryPages(browser, letter, { only: /^prefilled-/, actions: 300 });
  expect(failing).toEqual(told);
});
