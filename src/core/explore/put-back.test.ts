import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, html, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const STYLE = `<style>.fold { transition: opacity 0.25s, visibility 0.25s } .fold:not(.open) { opacity: 0; visibility: hidden }</style>`;

/** How often the page is loaded until all its controls are tried, with some and without. */
const loads = async (controls: string): Promise<{ loads: number; used: number; shown: string[] }> => {
  let count = 0;
  const listener: RequestListener = (request, response) => {
    if (request.url === "/") count += 1;
    html(`${STYLE}<main><h1>Desk</h1><p id=said>Ready</p>${controls}</main>`)(request, response);
  };
  let found: { used: number; shown: string[] } = { used: 0, shown: [] };
  await withApp(listener, async (url) => {
    const seen = await exploreApp(browser, url);
    if (!seen.ok) throw new Error(seen.message);
    const shown = (seen.site.pages[0]?.reveals ?? []).map(
      ({ control, effect }) => `${control.name}: ${effect}`,
    );
    found = { used: seen.site.bounds.controlsUsed, shown };
  });
  return { ...found, loads: count };
};

const button = (name: string, script: string): string =>
  `<button type=button onclick="${script}">${name}</button>`;

const fold = (name: string): string =>
  `${button(name, "this.nextElementSibling.classList.toggle('open')")}<div class=fold><h2>All of ${name}</h2></div>`;

const swap = button("Narrow", "this.textContent = this.textContent === 'Narrow' ? 'Wide' : 'Narrow'");

const say = (name: string): string => button(name, `said.innerHTML = '<ol><li>Now it is ${name}</li></ol>'`);

it.each([
  ["a second click folds again, though that takes a while", [fold("Rates"), fold("Stock")]],
  ["a click on its other name sets a toggle back", [swap, say("Monday")]],
  ["nothing has to be put back where nothing has come or gone", [say("Monday"), say("Friday")]],
])("a page is not loaded again: %s", { timeout: 120_000 }, async (_, controls) => {
  const none = await loads("");
  const some = await loads(controls.join(" "));
  expect(some.used).toBe(controls.length);
  expect(some.loads).toBe(none.loads);
});

it("a page is loaded again after what took something away", { timeout: 120_000 }, async () => {
  const none = await loads("");
  const some = await loads(
    `<ul id=list><li>One<li>Two<li>Three</ul>${button("Hide list", "list.innerHTML = ''")} ${say("Friday")}`,
  );
  expect(some.shown).toEqual(["Hide list: content", "Friday: content"]);
  expect(some.loads).toBeGreaterThan(none.loads);
});
