import { text } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const page = (main: string): string =>
  `<!doctype html><html lang=en><title>Club</title><link rel=icon href="data:,"><main>${main}</main>`;

const login = `<h1>Log in</h1><form method=post><label>E-mail <input name=email disabled></label>
  <label>Password <input type=password name=password disabled></label><button>Log in</button></form>
  <script>setTimeout(() => document.querySelectorAll("input").forEach((field) => { field.disabled = false; }), 5000)</script>`;

it("waits for a log-in form that can be used late", { timeout: 240_000 }, async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isIn = request.headers.cookie?.includes("in=1") === true;
    const form = new URLSearchParams(request.method === "POST" ? await text(request) : "");
    if (form.get("password") === "boat-4711")
      return void response.writeHead(303, { location: "/", "set-cookie": "in=1" }).end();
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page(isIn ? "<h1>Club</h1><p>Welcome to the club.</p>" : login));
  };
  await withApp(
    (request, response) => void answer(request, response),
    async (url) => {
      const credentials = { username: "ann@club.example", password: "boat-4711" };
      expect(await exploreApp(browser, url, credentials, { pages: 2 })).toMatchObject({ ok: true });
    },
  );
});
