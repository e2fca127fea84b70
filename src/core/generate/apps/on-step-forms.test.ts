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

/** A page that shows where one lives, and what is sent with it is forgotten: for this once where it leads on. */
const createPlace = (submit: string): RequestListener => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const typed = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    const form = `<h1>Where to</h1><form method=post action="/then"><label>Street <input name=street value="Oak Row 4" required></label>
      <label>City <input name=city value=Bath required></label> <button>${submit}</button></form>`;
    response.end(`<!doctype html><html lang=en><title>Place</title><link rel=icon href="data:,"><nav><a href="/">Place</a></nav>
      <main>${pathname === "/" ? form : `<h1>Then</h1><p>To ${escapeHtml(typed.get("city") ?? "")}</p>`}</main>`);
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["saved", "Save place", true],
  ["put in for this once", "Continue to shipping", false],
])("what a form shows and is %s", { timeout: 240_000 }, async (_, submit, told) => {
  const { failing, yaml } = await tryPages(browser, createPlace(submit), { only: /^settings/ });
  expect(failing.length > 0).toBe(told);
  expect(yaml.includes("id: settings-home")).toBe(told);
});
