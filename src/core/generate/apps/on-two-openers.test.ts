import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A page with a button that brings up a form in two steps, the second of which asks for `last`. */
const page = (
  heading: string,
  last: string,
): string => `<h1>${heading}</h1><p>All about them. <a href="/">Trips</a> <a href="/plans">Plans</a></p><button id=open>New trip</button>
  <dialog aria-label="New trip"><form id=first><label>Title <input name=title required></label> <button>Next</button></form>
  <form id=second hidden><p id=said></p><label>${last} <input name=last required></label> <button>Save trip</button></form></dialog>
  <script>const dialog = document.querySelector("dialog"), [first, second] = document.querySelectorAll("form");
    open.onclick = () => { first.reset(); second.reset(); first.hidden = false; second.hidden = true; dialog.showModal(); };
    first.onsubmit = (event) => { event.preventDefault(); said.textContent = first.title.value; first.hidden = true; second.hidden = false; };
    second.onsubmit = (event) => { event.preventDefault(); dialog.close(); };</script>`;

it.each([
  ["the same steps", "Where to", 1],
  ["others", "How many days", 2],
])("the buttons of two pages lead to %s", { timeout: 240_000 }, async (_, last, times) => {
  const pages = { "/": page("Trips", "Where to"), "/plans": page("Plans", last) };
  const { failing, yaml } = await tryPages(browser, pages, { actions: 300, only: /^steps-/ });
  expect(failing).toEqual([]);
  expect(yaml.match(/^ +title: .*"New trip" leads from step to step/gm)).toHaveLength(times);
});
