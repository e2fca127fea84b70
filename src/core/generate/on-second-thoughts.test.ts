import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Asks = "browser" | "page";

/** Plants, of which each can be removed once one has said that it is meant; `hasty`: it is removed whatever one says. */
const createPlants = (asks: Asks, hasty: boolean): RequestListener => {
  const plants = ["Fern", "Ivy", "Cactus"];
  const dialog = `<dialog id=ask><form method=post><p>Delete this plant?</p><button type=button id=no${hasty ? " data-hasty" : ""}>Keep it</button> <button>Delete plant</button></form></dialog>
    <script>for (const b of document.querySelectorAll("button[data-at]")) b.onclick = () => { ask.querySelector("form").action = "/remove/" + b.dataset.at; ask.showModal(); };
    no.onclick = () => no.dataset.hasty === undefined ? ask.close() : ask.querySelector("form").submit();</script>`;
  const confirm = hasty ? `confirm('Sure?')` : `return confirm('Sure?')`;
  const control = (at: number): string =>
    asks === "page"
      ? `<button data-at=${at}>Delete</button>`
      : `<form method=post action="/remove/${at}" onsubmit="${confirm}"><button>Delete</button></form>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const form = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const at = /^\/remove\/(\d+)$/.exec(pathname)?.[1];
    if (at !== undefined) plants.splice(Number(at), 1);
    else if (request.method === "POST") plants.push((form.get("name") ?? "").trim());
    if (request.method === "POST") return void response.writeHead(303, { location: "/" }).end();
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Plants</title><link rel=icon href="data:,"><main><h1>Plants</h1>
      <ul aria-label=Plants>${plants.map((name, index) => `<li><span>${escapeHtml(name)}</span> ${control(index)}</li>`).join("")}</ul>
      <form method=post><label>Name <input name=name required></label> <button>Add plant</button></form>${asks === "page" ? dialog : ""}</main>`);
  };
  return (request, response) => void answer(request, response);
};

const only = /-plant$/;

for (const asks of ["browser", "page"] as const)
  it(`an item is still there once one has said no in the ${asks}`, { timeout: 240_000 }, async () => {
    const { failing, yaml } = await tryPages(browser, createPlants(asks, false), { only });
    expect(yaml).toContain(asks === "browser" ? "dialog: dismiss" : "name: Keep it");
    expect(failing).toEqual([]);
    const hasty = await tryPages(browser, createPlants(asks, true), { only });
    expect(hasty.failing).toEqual(["delete-plant"]);
  });
