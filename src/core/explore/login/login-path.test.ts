import { text } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { generateSuiteFor } from "#test/support/generate-suite.ts";
import { serve } from "#test/support/serve.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const form = `<h1>Log in</h1><form method=post action="/login"><label>Name <input name=name></label>
  <label>Password <input type=password name=password></label><button>Log in</button></form>`;

const club = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const isIn = request.headers.cookie?.includes("in=1") === true;
  const show = (status: number, main: string): void =>
    void response
      .writeHead(status, { "content-type": "text/html" })
      .end(
        `<!doctype html><html lang=en><title>Club</title><link rel=icon href="data:,"><main>${main}</main>`,
      );
  const path = (request.url ?? "").split("?")[0];
  if (path === "/login" && request.method === "POST") {
    const sent = new URLSearchParams(await text(request));
    if (sent.get("password") !== "boat-4711") return show(401, `<p role=alert>Wrong password.</p>${form}`);
    return void response.writeHead(303, { location: "/rooms", "set-cookie": "in=1" }).end();
  }
  if (path === "/login") return show(200, form);
  if (path === "/")
    return show(200, `<h1>Club</h1><a href="/rooms">Rooms</a> ${isIn ? "" : '<a href="/login">Log in</a>'}`);
  if (path !== "/rooms") return show(404, `<h1>Not found</h1>`);
  if (!isIn) return void response.writeHead(303, { location: "/login?next=/rooms" }).end();
  show(200, "<h1>Rooms</h1><p>There are no rooms yet.</p>");
};

test.each([
  ["the page that only leads to the form", "/", "/login"],
  ["a page that is not there", "/nowhere", "/login"],
  ["a page in whose place the form is shown", "/rooms", "/rooms"],
  ["the page of the form", "/login", "/login"],
])("given %s (%s), the suite logs in at %s", { timeout: 240_000 }, async (_, loginPath, found) => {
  const app = await serve((request, response) => void club(request, response));
  try {
    const auth = { username: "ann", password: "boat-4711", secretName: "CLUB", loginPath };
    const { yaml } = await generateSuiteFor(browser, { url: app.url, auth, exhaustive: false });
    expect(yaml).toMatch(new RegExp(`login_path: "?${found}"?(?:\\n|[,}])`));
    expect(yaml).toContain("/rooms");
  } finally {
    await app.close();
  }
});
