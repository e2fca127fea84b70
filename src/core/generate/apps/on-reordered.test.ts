import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Way = "kept" | "lost" | "not saved yet";

/** Replies in an order of their own: moving one is kept, said to be kept, or kept by another button. */
const desk = (way: Way): RequestListener => {
  let replies = ["Thank you", "We are on it", "Please restart"];
  const page = `<!doctype html><html lang=en><title>Desk</title><link rel=icon href="data:,"><main><h1>Replies</h1>
    <form id=new><label>Title <input name=title required></label> <button>Add reply</button></form><p role=status></p>
    <ol aria-label=Replies></ol>${way === "not saved yet" ? "<button id=save>Save order</button>" : ""}</main><script>
    let replies = []; const send = (at, body) => fetch(at, { method: "POST", body: JSON.stringify(body) });
    const load = async () => { replies = await (await fetch("/api")).json(); draw(); };
    const draw = () => document.querySelector("ol").replaceChildren(...replies.map((title, at) => { const item = document.createElement("li");
      item.append(Object.assign(document.createElement("h2"), { textContent: title }));
      const use = (text, called, act) => { const button = document.createElement("button"); button.textContent = text; button.ariaLabel = called; button.onclick = act; item.append(button); return button; };
      const move = async (by) => { [replies[at], replies[at + by]] = [replies[at + by], replies[at]]; if (${way === "kept"}) await send("/order", replies); draw();
        document.querySelector("[role=status]").textContent = ${way === "not saved yet" ? '"You have unsaved changes"' : '"Order saved"'}; };
      use("Up", "Move " + title + " up", () => move(-1)).disabled = at === 0; use("Down", "Move " + title + " down", () => move(1)).disabled = at === replies.length - 1;
      use("Remove", "Remove " + title, async () => { await send("/remove", title); load(); }); return item; }));
    document.querySelector("#new").onsubmit = async (event) => { event.preventDefault(); const { title } = event.target.elements; await send("/add", title.value); title.value = ""; load(); };
    document.querySelector("#save")?.addEventListener("click", () => send("/order", replies));
    load();</script>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    if (request.method === "POST") {
      const body = await textOf(request);
      if (path === "/order") replies = JSON.parse(body) as string[];
      else if (path === "/add") replies.push(JSON.parse(body) as string);
      else replies = replies.filter((each) => JSON.stringify(each) !== body);
      return void response.end("{}");
    }
    response.writeHead(/^\/(?:api)?$/.test(path) ? 200 : 404, {
      "content-type": path === "/api" ? "application/json" : "text/html; charset=utf-8",
    });
    response.end(path === "/api" ? JSON.stringify(replies) : page);
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { only: /^(?:create|order)-/, pages: 2, actions: 300, depth: 1 };

it.each<[Way, boolean, string[]]>([
  ["kept", true, []],
  ["lost", true, ["order-home"]],
  ["not saved yet", false, []],
])("an order that is %s once an item was moved", { timeout: 240_000 }, async (way, isTried, expected) => {
  const { failing, yaml } = await tryPages(browser, desk(way), LIMITS);
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: order-home")).toBe(isTried);
});
