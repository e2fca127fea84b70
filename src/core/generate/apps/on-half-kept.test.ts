import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Kept = "all of it" | "the words alone" | "the words alone, as the kind is chosen beside the form";

const TOOLS = ["Axe", "Bit", "Clamp", "Drill", "Edger", "File", "Gouge", "Hammer"].map((start, at) => ({
  name: `${start}man`,
  kind: ["Wood", "Metal", "Garden"][at % 3],
}));

/** Tools that are looked for by words and a kind, which one button sends; a script keeps in the address what was sent. */
const shed = (kept: Kept): string => {
  const isApart = kept.endsWith("form");
  const kind = `<label>Kind <select name=kind><option value="">All kinds<option>Wood<option>Metal<option>Garden</select></label>`;
  return `<!doctype html><html lang=en><meta charset=utf-8><title>Shed</title><link rel=icon href="data:,"><main><h1>Tools</h1>${isApart ? kind : ""}
  <form><label>Words <input type=search name=q></label> ${isApart ? "" : kind} <button>Show</button></form><ul id=tools></ul></main>
  <script>const all = ${JSON.stringify(TOOLS)}, words = document.querySelector("[name=q]"), kind = document.querySelector("[name=kind]");
    const said = new URLSearchParams(location.search); words.value = said.get("q") ?? ""; kind.value = said.get("kind") ?? "";
    const draw = () => { document.querySelector("#tools").innerHTML = all.filter((tool) => (kind.value === "" || tool.kind === kind.value) && tool.name.toLowerCase().includes(words.value.toLowerCase()))
      .map((tool) => "<li><h2>" + tool.name + "</h2><p>" + tool.kind + "</p>").join("") || "<li>Nothing found."; };
    const note = () => { const to = new URLSearchParams(); if (words.value) to.set("q", words.value); if (${kept === "all of it"} && kind.value) to.set("kind", kind.value);
      history.pushState(null, "", to.size ? "/?" + to : "/"); draw(); };
    document.querySelector("form").onsubmit = (event) => { event.preventDefault(); note(); }; ${isApart ? "kind.onchange = draw;" : ""} draw();</script>`;
};

const app =
  (kept: Kept): RequestListener =>
  (request, response) => {
    const isPage = /^\/(?:\?|$)/.test(request.url ?? "/");
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(isPage ? shed(kept) : "");
  };

it.each<[Kept, string[]]>([
  ["all of it", []],
  ["the words alone", ["reload-home-kind"]],
  ["the words alone, as the kind is chosen beside the form", []],
])("the address has of what was sent %s", { timeout: 120_000 }, async (kept, told) => {
  const { failing, yaml } = await tryPages(browser, app(kept), { actions: 300, only: /^reload-/ });
  expect(yaml).toContain("id: reload-home-search");
  expect(failing).toEqual(told);
});
