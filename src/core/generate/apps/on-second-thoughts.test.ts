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
/** What comes of a no: the plant is removed all the same, or the page goes on asking. */
type Fault = "hasty" | "deaf";

/** Plants, of which each can be removed once one has said that it is meant; what asks may bear a name that holds the plant's. */
const createPlants = (asks: Asks, fault: Fault | null, called = ""): RequestListener => {
  let last = 1034;
  const planted = (name: string) => ({ name, number: (last += 1) });
  const plants = ["Fern", "Ivy", "Cactus"].map(planted);
  const dialog = `<dialog id=ask><form method=post><p>Delete this plant?</p><button type=button id=no>Keep it</button> <button>Delete plant</button></form></dialog>
    <script>for (const b of document.querySelectorAll("button[data-at]")) b.onclick = () => { ask.querySelector("form").action = "/remove/" + b.dataset.at; if ("${called}") ask.ariaLabel = "${called}".replace("NAME", b.parentElement.querySelector("span").textContent).replace("NUMBER", b.dataset.number); ask.showModal(); };
    no.onclick = () => { ${fault === "hasty" ? 'ask.querySelector("form").submit()' : fault === "deaf" ? "" : "ask.close()"} };</script>`;
  const confirm = fault === "hasty" ? `confirm('Sure?')` : `return confirm('Sure?')`;
  const control = (at: number, number: number): string =>
    asks === "page"
      ? `<button data-at=${at} data-number=${number}>Delete</button>`
      : `<form method=post action="/remove/${at}" onsubmit="${confirm}"><button>Delete</button></form>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const form = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const at = /^\/remove\/(\d+)$/.exec(pathname)?.[1];
    if (at !== undefined) plants.splice(Number(at), 1);
    else if (request.method === "POST") plants.push(planted((form.get("name") ?? "").trim()));
    if (request.method === "POST") return void response.writeHead(303, { location: "/" }).end();
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Plants</title><link rel=icon href="data:,"><main><h1>Plants</h1>
      <ul aria-label=Plants>${plants.map(({ name, number }, index) => `<li><span>${escapeHtml(name)}</span> ${control(index, number)}</li>`).join("")}</ul>
      <form method=post><label>Name <input name=name required></label> <button>Add plant</button></form>${asks === "page" ? dialog : ""}</main>`);
  };
  return (request, response) => void answer(request, response);
};

const only = /-plant$/;

for (const asks of ["browser", "page"] as const)
  it(`an item is still there once one has said no in the ${asks}`, { timeout: 240_000 }, async () => {
    const { failing, yaml } = await tryPages(browser, createPlants(asks, null), { only });
    expect(yaml).toContain(asks === "browser" ? "dialog: dismiss" : "name: Keep it");
    expect(failing).toEqual([]);
    const hasty = await tryPages(browser, createPlants(asks, "hasty"), { only });
    expect(hasty.failing).toEqual(["delete-plant"]);
  });

it("a question that stays there once one has said no is found", { timeout: 240_000 }, async () => {
  const { failing } = await tryPages(browser, createPlants("page", "deaf"), { only });
  expect(failing).toEqual(["delete-plant"]);
});

it.each(["Delete NAME for good?", "Delete plant #NUMBER? This cannot be undone."])(
  "a question that is called after the item is the same for the next one: %s",
  { timeout: 240_000 },
  async (called) => {
    const { failing, yaml } = await tryPages(browser, createPlants("page", null, called), { only });
    expect(yaml).toContain("name: Keep it");
    expect(failing).toEqual([]);
  },
);
