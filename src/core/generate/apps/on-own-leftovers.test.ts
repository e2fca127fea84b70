import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Recipes, on top of which stand some that an earlier suite has left there. */
const page = `<h1>Recipes</h1><label>Search <input type=search></label><ul id=list aria-label=Recipes></ul>
  <script>const all = ["Tracewright 1720w", "Tracewright 9Qx2b", "Apple crumble", "Beetroot soup", "Carrot cake", "Dill potatoes"];
    const input = document.querySelector("input");
    const draw = () => { document.querySelector("#list").innerHTML = all.filter((name) => name.toLowerCase().includes(input.value.toLowerCase())).map((name) => "<li><a href='/?recipe=" + all.indexOf(name) + "'>" + name + "</a>").join(""); };
    input.oninput = draw; draw();</script>`;

it("what the suite itself has left is not what it looks for", { timeout: 120_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, page, { only: /^search-home$/, actions: 300 });
  expect(failing).toEqual([]);
  expect(yaml).toContain('title: Searching for "crumble"');
});
