import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form with a choice of prepared answers, and what the button beside that does. */
const page = (onInsert: string): string => `<h1>Question 12</h1><p>Where is my parcel?</p><h2>Answer</h2>
  <form method=post action=/answers><div><div><label for=canned>Prepared answer</label>
  <select id=canned><option value="">Choose…</option><option value="We look into it, and write to you tomorrow.">We look into it</option><option value="Please send us a picture.">Ask for a picture</option></select></div>
  <button type=button id=insert>Insert</button></div>
  <label for=body>Your answer</label><textarea id=body name=body required></textarea><input type=hidden name=elements value=1><button>Send to the customer</button></form>
  <script>const canned = document.querySelector("#canned"), body = document.querySelector("#body");
  document.querySelector("#insert").onclick = () => { if (!canned.value) { canned.focus(); return; } ${onInsert} };</script>`;

const tried = (onInsert: string): Promise<{ failing: string[]; yaml: string }> =>
  tryPages(browser, page(onInsert), { actions: 300, only: /insert/ });

it("a button that takes a choice over is tried with one, and does nothing without", async () => {
  const { failing, yaml } = await tried("body.value += canned.value;");
  expect(yaml).toContain("inserts-home-insert");
  expect(yaml).not.toContain("opens-home-insert");
  expect(yaml).toMatch(/value: \{target: .*Your answer.*, contains: "?We look into it, and write/);
  expect(failing).toEqual([]);
});

it("an error at taking a choice over is found", async () => {
  const { failing } = await tried("body.value += canned.options.at(canned.selectedIndex).value;");
  expect(failing).toEqual(["inserts-home-insert"]);
});
