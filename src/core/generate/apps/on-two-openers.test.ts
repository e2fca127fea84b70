import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form in two steps, the second of which asks for `last`. */
const steps = (last: string): string =>
  `<form id=first><label>Title <input name=title required></label> <button>Next</button></form>
  <form id=second hidden><p id=said></p><label>${last} <input name=last required></label> <button>Save trip</button></form>
  <script>const [first, second] = document.querySelectorAll("form");
    const start = () => { first.reset(); second.reset(); first.hidden = false; second.hidden = true; };
    first.onsubmit = (event) => { event.preventDefault(); said.textContent = first.elements.title.value; first.hidden = true; second.hidden = false; };
    second.onsubmit = (event) => { event.preventDefault(); start(); document.querySelector("dialog")?.close(); };</script>`;

it.each([
  ["the same steps", "Where to", 1],
  ["others", "How many days", 2],
])("a page and a button of another lead to %s", { timeout: 240_000 }, async (_, last, times) => {
  const pages = {
    "/": `<h1>Trips</h1><p>All about them. <a href="/plans">Plans</a> <a href="/new">New trip</a></p>`,
    "/new": `<h1>New trip</h1>${steps("Where to")}`,
    "/plans": `<h1>Plans</h1><h2>This year</h2><ul><li>Lakes<li>Hills<li>Coast</ul><button id=begin>New trip</button><dialog aria-label="New trip">${steps(last)}</dialog><script>begin.onclick = () => { start(); document.querySelector("dialog").showModal(); };</script>`,
  };
  const { failing, yaml } = await tryPages(browser, pages, { pages: 5, actions: 300, only: /^steps-/ });
  expect(failing).toEqual([]);
  expect(yaml.match(/^ +title: .*"New trip" leads from step to step/gm)).toHaveLength(times);
});
