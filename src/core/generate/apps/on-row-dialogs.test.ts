import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const LESSONS = ["18:00 Statistics made simple", "18:30 Spanish for a start", "19:00 Watercolours"];

/** A timetable whose entries are called by their hours; `closes`: what "Close" does. */
const timetable =
  (closes: string, lessons: string[]): RequestListener =>
  ({ url }, response) => {
    const rows = lessons.map(
      (name, at) => `<tr><th>${["Mon", "Tue", "Thu"][at]}<td><button type=button>${name}</button>`,
    );
    response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Timetable</title><link rel=icon href="data:,"><main><h1>Timetable</h1>
    <table aria-label="This week"><thead><tr><th>Day<th>Lesson</thead><tbody>${rows.join("")}</table></main>
    <dialog aria-labelledby=what><h2 id=what></h2><p>In the room at the end.</p><button type=button id=close>Close</button></dialog>
    <script>const dialog = document.querySelector("dialog");
      for (const button of document.querySelectorAll("td button")) button.onclick = () => {
        document.querySelector("h2").textContent = button.textContent.slice(6); dialog.showModal(); };
      document.querySelector("#close").onclick = () => { ${closes} };</script>`);
  };

const limits = { pages: 3, actions: 300, depth: 2 };

it.each([
  ["closes", "dialog.close();", []],
  ["does not close", "", ["closes-home"]],
])("what an entry opens %s", { timeout: 120_000 }, async (_, closes, told) => {
  const { failing, yaml } = await tryPages(browser, timetable(closes, LESSONS), limits);
  expect(yaml).toContain("id: closes-home\n");
  expect(failing).toEqual(told);
});

it("leaves entries that have no hour to the cases of their own", { timeout: 120_000 }, async () => {
  const names = LESSONS.map((name) => name.slice(6));
  const { failing, yaml } = await tryPages(browser, timetable("", names), limits);
  expect(yaml).not.toContain("id: closes-home\n");
  expect(failing).not.toEqual([]);
});
