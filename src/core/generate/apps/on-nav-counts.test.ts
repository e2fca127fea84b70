import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Tasks that are added and removed by a script, with their number in the navigation; `deaf` is what it does not follow. */
const tasks = (deaf: "nothing" | "making" | "removing"): RequestListener => {
  let all = ["Sweep the stage", "Lock the doors", "Tune the piano"];
  return (request, response) => {
    if (request.method === "POST" || request.method === "DELETE") {
      void textOf(request).then((title) => {
        all = request.method === "POST" ? [...all, title] : all.filter((each) => each !== title);
        response.writeHead(204).end();
      });
      return;
    }
    if (request.url !== "/") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><html lang=en><meta charset=utf-8><title>Duties</title><link rel=icon href="data:,">
      <nav><a href="/">Duties (<b></b>)</a></nav><main><h1>Duties</h1><form><label>Duty <input name=title required></label> <button>Add duty</button></form>
      <table><thead><tr><th>Duty<th>Action</tr></thead><tbody></tbody></table></main>
      <script>let all = ${JSON.stringify(all)}; const $ = (what) => document.querySelector(what);
        const count = () => { $("nav b").textContent = all.length; };
        const draw = () => { $("tbody").replaceChildren(...all.map((title) => {
          const row = document.createElement("tr"), cell = document.createElement("td"), last = document.createElement("td"), button = document.createElement("button");
          cell.textContent = title; button.textContent = "Remove"; last.append(button); row.append(cell, last);
          button.onclick = async () => { await fetch("/", { method: "DELETE", body: title });
            all = all.filter((each) => each !== title); draw(); if (${deaf !== "removing"}) count(); };
          return row; })); };
        $("form").onsubmit = async (event) => { event.preventDefault(); const title = $("input").value.trim();
          if (!title) return; await fetch("/", { method: "POST", body: title });
          all = [...all, title]; $("form").reset(); draw(); if (${deaf !== "making"}) count(); };
        draw(); count();</script>`);
  };
};

it.each<[Parameters<typeof tasks>[0], string[]]>([
  ["nothing", []],
  ["making", ["create-duty-whole"]],
  ["removing", ["delete-duty"]],
])("a number of items in the navigation follows all but %s", { timeout: 240_000 }, async (deaf, expected) => {
  const { found, yaml } = await suiteForApp(browser, tasks(deaf));
  expect(found).toEqual(expected);
  expect(yaml).toContain("nav_with_duty");
  expect(yaml).toContain("nav_without_duty");
});
