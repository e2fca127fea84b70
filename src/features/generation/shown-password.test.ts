import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PASSWORD = "Kaleidoscope-4711";

/** Tells everybody who is not logged in the password that somebody else has given, on a page that is for them alone. */
const teller = (): RequestListener => {
  let told = "nothing yet";
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = "/", method, headers } = request;
    const isIn = /(?:^|; )in=1/.test(headers.cookie ?? "");
    if (method === "POST") {
      told = new URLSearchParams(await textOf(request)).get("password") ?? "";
      response.writeHead(303, { location: "/", "set-cookie": "in=1; Path=/" });
      return void response.end();
    }
    const links = isIn ? `<a href="/">Desk</a> <a href="/notes">Notes</a>` : `<a href="/tour">Tour</a>`;
    const main =
      url === "/tour"
        ? `<h1>Tour of ${told}</h1><p>Everybody may look around.</p>`
        : isIn
          ? `<h1>${url === "/notes" ? "Notes" : "Desk"}</h1><p>All that there is at ${url}.</p>`
          : `<h1>Log in</h1><form method=post action="/login"><label>Name <input name=name></label> <label>Password <input type=password name=password></label> <button>Log in</button></form>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Desk</title><link rel=icon href="data:,"><nav>${links}</nav><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it(
  "the password of the log-in is in no part of a suite, whatever the app tells others",
  { timeout: 240_000 },
  async () => {
    const auth = { username: "ann", password: PASSWORD, secretName: "APP", loginPath: "/login" };
    const { generated, yaml } = await suiteForApp(browser, teller(), { auth, exhaustive: false });
    expect(yaml).toContain("/tour");
    expect(JSON.stringify(generated)).not.toContain("Kaleidoscope");
  },
);
