import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A dialog that only Escape closes, and that the page remembers to be open. */
const page = `<h1>Start</h1><p><button type=button id=ideas>View key ideas</button> <button type=button id=map>Show the map</button></p>
  <section id=shown hidden><h2>House and garden</h2><p>The map of both</p></section>
  <dialog aria-label="Key ideas" style="width:90vw;height:90vh"><h2>Key ideas</h2><p>Projects hold flags, and flags hold strategies.</p></dialog>
  <script>
    const dialog = document.querySelector("dialog");
    const show = () => { localStorage.ideas = "open"; dialog.showModal(); };
    dialog.addEventListener("close", () => { localStorage.removeItem("ideas"); });
    if (localStorage.ideas === "open") show();
    document.querySelector("#ideas").onclick = show;
    document.querySelector("#map").onclick = () => { document.querySelector("#shown").hidden = false; };
  </script>`;

it("a dialog that a case leaves open is the last that it opens, as the page may open it again", async () => {
  const { failing, yaml } = await tryPages(browser, page);
  expect(yaml).toContain("click: View key ideas");
  expect(yaml).toContain("click: Show the map");
  expect(failing).toEqual([]);
});
