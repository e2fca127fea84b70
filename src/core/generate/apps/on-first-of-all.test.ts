import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Sprints of which there is none at first, and of each of which it is said how far it is. */
const sprints = (share: string): string => `<h1>Sprints</h1><div id=all><p>No sprints yet.</p></div>
  <form><label>Name <input name=name required maxlength=60></label> <button>Create sprint</button></form>
  <script>const made = [];
    document.querySelector("form").onsubmit = (event) => { event.preventDefault(); made.push(document.querySelector("input").value); event.target.reset();
      document.querySelector("#all").innerHTML = ""; for (const name of made) { const card = document.createElement("section"), h = document.createElement("h2"), p = document.createElement("p");
        h.textContent = name; p.textContent = "0 of 0 tasks done (" + (${share}) + "%)"; card.append(h, p); document.querySelector("#all").append(card); } };
  </script>`;

it.each([
  ["0", []],
  ["0 / 0 * 100", ["home-submit"]],
] as const)("the first of all says how far it is: %s", { timeout: 240_000 }, async (share, expected) => {
  const { failing } = await tryPages(browser, sprints(share), { actions: 300 });
  expect(failing).toEqual(expected);
});
