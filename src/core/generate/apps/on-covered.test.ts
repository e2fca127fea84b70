import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form and a button; what `over` says lies over both, but for a moment it is only a note that goes by itself. */
const page = (over: string): string => `<!doctype html><html lang=en><title>Letters</title><main>
  <h1>Letters</h1><form><label>Your name <input name=name required></label> <button>Subscribe to letters</button></form>
  <p><button type=button id=more>Show examples</button></p><p id=examples hidden>Our examples</p><p role=status></p></main>
  <div id=note style="position:fixed;inset:0">Saved</div>${over}
  <script>setTimeout(() => document.getElementById("note").remove(), 1000);
    document.getElementById("more").onclick = () => { document.getElementById("examples").hidden = false; };
    document.querySelector("form").onsubmit = (event) => { event.preventDefault();
      document.querySelector("[role=status]").textContent = "We have noted " + event.target.elements.name.value; };</script>`;

const COVER = `<div class=ad style="position:absolute;top:0;left:0;width:100%;height:100%;z-index:5"></div>`;

it.each([
  ["for a moment are well", "", []],
  ["for good cannot be used by anybody", COVER, ["home-submit", "opens-home-show-examples"]],
])("controls that are covered %s", { timeout: 240_000 }, async (_, over, expected) => {
  const { found, dropped } = await suiteForApp(browser, (request, response) => {
    const isPage = /^\/(?:\?|$)/.test(request.url ?? "");
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html" }).end(isPage ? page(over) : "");
  });
  expect(found).toEqual(expected);
  // What else would click the same is told once.
  expect(dropped.every((each) => each.includes(", as home-submit: "))).toBe(true);
});
