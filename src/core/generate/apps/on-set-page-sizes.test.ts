import { text as textOf } from "node:stream/consumers";
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

const TITLES = Array.from(
  { length: 23 },
  (_, at) => `${["Paper", "Stone", "River", "Winter"][at % 4]} story ${"abcdefghijklmnopqrstuvw"[at]}`,
);

/** A catalogue in pages of as many as the settings say; `what`: what the settings say that of. */
const catalogue = (isHeeded: boolean, what: string): RequestListener => {
  let size = 10;
  const shell = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Catalogue</a> <a href="/settings">Settings</a></nav><main><h1>${title}</h1>${main}</main>`;
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (request.method === "POST")
      return void textOf(request).then((body) => {
        size = Number(new URLSearchParams(body).get("size"));
        response.writeHead(303, { location: "/settings" }).end();
      });
    const shown = isHeeded ? size : 10;
    const page = Number(url.searchParams.get("page") ?? 1);
    const rows = TITLES.slice((page - 1) * shown, page * shown);
    const next = page * shown < TITLES.length ? `<a href="/?page=${page + 1}">Next</a>` : "";
    const option = (each: number): string => `<option${each === size ? " selected" : ""}>${each}`;
    const pages: Record<string, string> = {
      "/": shell(
        "Catalogue",
        `<p>23 titles</p><table><thead><tr><th>Title</thead><tbody>${rows.map((each) => `<tr><td>${each}`).join("")}</table><nav aria-label="Pages">${next}</nav>`,
      ),
      "/settings": shell(
        "Settings",
        `<form method=post><label>${what} per page <select name=size>${[5, 10, 20].map(option).join("")}</select></label> <button>Save settings</button></form>`,
      ),
    };
    const body = pages[url.pathname];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(body ?? "");
  };
};

it.each<[string, boolean, string, boolean, number]>([
  ["is heeded", true, "Titles", true, 0],
  ["is heeded by nobody", false, "Titles", true, 1],
  ["is of something else", false, "Messages", false, 0],
])("a size of pages that %s", { timeout: 240_000 }, async (_, isHeeded, what, has, told) => {
  const { failing, yaml } = await tryPages(browser, catalogue(isHeeded, what), {
    only: /^sized-/,
    pages: 6,
    actions: 300,
    depth: 3,
  });
  expect(yaml.includes("id: sized-")).toBe(has);
  expect(failing.length).toBe(told);
});
