import { text } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { generateSuiteFor } from "#test/support/generate-suite.ts";
import { serve } from "#test/support/serve.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const html = (main: string): string =>
  `<!doctype html><html lang=en><title>Club</title><link rel=icon href="data:,"><nav><a href="/">Home</a> <a href="/email">E-mail</a></nav><main>${main}</main>`;

const login = `<h1>Log in</h1><form method=post action="/login"><label>E-mail <input name=email></label>
  <label>Password <input type=password name=password></label><button>Log in</button></form>`;

it("leaves the address alone by which one logs in", { timeout: 240_000 }, async () => {
  const sent: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(request.method === "POST" ? await text(request) : "");
    const isIn = request.headers.cookie?.includes("in=1") === true;
    const show = (status: number, main: string): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(html(main));
    if (request.url === "/login" && request.method === "POST") {
      if (form.get("email") !== "ann@club.example" || form.get("password") !== "boat-4711")
        return show(401, `<p role=alert>Wrong e-mail or password.</p>${login}`);
      return void response.writeHead(303, { location: "/", "set-cookie": "in=1" }).end();
    }
    if (!isIn) return show(request.url === "/login" ? 200 : 403, login);
    if (request.method === "POST") sent.push(`${request.url} ${form}`);
    if (request.url === "/email")
      return show(
        200,
        `<h1>Change e-mail</h1><form method=post><label>New e-mail <input type=email name=email required></label><button>Save</button></form>`,
      );
    return show(request.url === "/" ? 200 : 404, "<h1>Club</h1><p>Welcome to the club.</p>");
  };
  const app = await serve((request, response) => void answer(request, response));
  try {
    const auth = {
      username: "ann@club.example",
      password: "boat-4711",
      secretName: "APP",
      loginPath: "/login",
    };
    const { yaml } = await generateSuiteFor(browser, { url: app.url, auth, exhaustive: true });
    expect(yaml).toContain("/email");
    expect(sent).toEqual([]);
  } finally {
    await app.close();
  }
});
