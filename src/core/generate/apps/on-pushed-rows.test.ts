import type { RequestListener } from "node:http";
import { text as textOf } from "node:stream/consumers";
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

const SIZE = 6;

/** Letters, the newest first, six on a page, which can be removed or not; the one that has been answered is at `place`. */
const createLetters = (place: number, removable: boolean): RequestListener => {
  let letters = ["Roof", "Lift", "Cellar", "Garden", "Stairs", "Heating", "Door", "Window"].map(
    (name, at) => ({
      name: `About the ${name.toLowerCase()}`,
      state: at === place || at === 7 ? "Answered" : "Open",
    }),
  );
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://app");
    if (request.method === "POST")
      return void textOf(request).then((body) => {
        const name = new URLSearchParams(body).get("name") ?? "";
        if (url.pathname === "/remove") letters = letters.filter((letter) => letter.name !== name);
        else letters.unshift({ name, state: "Open" });
        response.writeHead(303, { location: "/" }).end();
      });
    const state = url.searchParams.get("state") ?? "";
    const at = Number(url.searchParams.get("page") ?? "1");
    const found = letters.filter((letter) => state === "" || letter.state === state);
    const shown = found.slice((at - 1) * SIZE, at * SIZE);
    const to = (page: number): string =>
      `/?${new URLSearchParams({ ...(state && { state }), page: String(page) })}`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Letters</title><link rel=icon href="data:,"><main><h1>Letters</h1>
      <form method=post><label>About <input name=name required></label> <button>Add letter</button></form>
      <label>State <select onchange="history.pushState(null, '', this.value ? '/?state=' + this.value : '/'); show()">${["", "Open", "Answered"].map((each) => `<option value="${each}"${each === state ? " selected" : ""}>${each || "All"}</option>`).join("")}</select></label>
      <table><thead><tr><th>About<th>State<th></thead><tbody>${shown.map((letter) => `<tr><td>${escapeHtml(letter.name)}<td>${letter.state}<td>${removable ? `<form method=post action="/remove"><input type=hidden name=name value="${escapeHtml(letter.name)}"><button>Remove</button></form>` : ""}`).join("")}</table>
      <nav aria-label=Pages>${at > 1 ? `<a href="${to(at - 1)}">Previous</a>` : ""} ${found.length > at * SIZE ? `<a href="${to(at + 1)}">Next</a>` : ""}</nav></main>
      <script>const show = async () => { const text = await (await fetch(location.href)).text();
        document.querySelector("main").innerHTML = new DOMParser().parseFromString(text, "text/html").querySelector("main").innerHTML; };
        addEventListener("popstate", show);</script>`);
  };
};

it.each([
  ["may be pushed to the next page", 5, true, false],
  ["stays on the first page", 1, true, true],
  ["is pushed further with each run", 1, false, false],
])("Back is looked at by a row that %s", { timeout: 240_000 }, async (_, place, removable, expected) => {
  const { failing, yaml } = await tryPages(browser, createLetters(place, removable), {
    pages: 8,
    actions: 300,
    only: /^back-|^create-/,
  });
  expect(failing).toEqual([]);
  expect(yaml.includes("id: back-home-open")).toBe(expected);
});
