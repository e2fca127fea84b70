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

/** Products and firms that a script draws; `hangs`: what it does where there is no such product. */
const shelves =
  (hangs: boolean): RequestListener =>
  (request, response) => {
    const [, kind = "", id] = /^\/api\/(\w+)(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
    const names = kind === "firms" ? ["Adenta", "Brolin", "Corvin"] : ["Lamp", "Chair", "Table"];
    if (kind !== "") {
      const found = id === undefined ? names : names[Number(id) - 1];
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
      return void response.end(JSON.stringify(found ?? null));
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Shelves</title><link rel=icon href="data:,"><nav><a href="/">Start</a> <a href="/products">Products</a> <a href="/firms">Firms</a></nav><main><p>Loading…</p></main><script>
      const main = document.querySelector("main"), [, kind, id] = location.pathname.split("/");
      const show = async () => {
        if (!kind) return main.innerHTML = "<h1>Start</h1>";
        const answer = await fetch("/api/" + kind + (id ? "/" + id : ""));
        if (!answer.ok) { if (${hangs} && kind === "products") return; return main.innerHTML = "<h1>Page not found</h1><p>There is nothing here.</p>" }
        const found = await answer.json();
        main.innerHTML = id ? "<h1>" + found + "</h1><p>All about it.</p>" : "<h1>" + kind + "</h1><ul aria-label=All>" + found.map((name, at) => "<li><a href='/" + kind + "/" + (at + 1) + "'>" + name + "</a></li>").join("") + "</ul>";
      };
      show();</script>`);
  };

it.each([
  [true, ["unknown-loads"]],
  [false, []],
])(
  "a product that does not exist goes on loading, where a firm is said not to be found: %s",
  { timeout: 240_000 },
  async (hangs, expected) => {
    const limits = { pages: 8, actions: 300, depth: 3 };
    const { failing, yaml } = await tryPages(browser, shelves(hangs), { only: /^unknown-/, ...limits });
    expect(failing).toEqual(expected);
    expect(yaml).toContain("unknown-addresses");
  },
);
