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

/** Pages that ask for what is new a while after they have loaded. */
const app =
  (status: number): RequestListener =>
  (request, response) => {
    const path = request.url ?? "/";
    if (path === "/api/news") return void response.writeHead(status).end("{}");
    const names: Record<string, string> = { "/": "Home", "/notes": "Notes", "/help": "Help" };
    const name = names[path];
    response.writeHead(name === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(
      `<!doctype html><html lang=en><title>${name ?? "Not found"}</title><link rel=icon href="data:,">
      <nav><a href="/">Home</a> <a href="/notes">Notes</a> <a href="/help">Help</a></nav><main><h1>${name ?? "Not found"}</h1><p>Words of ${name}.</main>
      <script>setTimeout(() => fetch("/api/news").then(() => undefined, () => undefined), 1500);</script>`,
    );
  };

it.each([
  [404, ["background-api-news"]],
  [500, ["background-api-news"]],
  [200, []],
  [401, []],
])("what is asked for in the background is answered %d", { timeout: 120_000 }, async (status, told) => {
  const limits = { only: /^background-/, actions: 300 };
  const { failing } = await tryPages(browser, app(status), limits);
  expect(failing).toEqual(told);
});
