import { text } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const logIn = `<h1>Log in</h1><form method=post action="/login"><label>Name <input name=name></label>
  <label>Password <input type=password name=password></label><button>Log in</button></form>`;

/** Its rooms are not there for guests, and whoever has logged in is still shown the page to log in. */
const club = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const isIn = request.headers.cookie?.includes("in=1") === true;
  const show = (status: number, main: string): void =>
    void response
      .writeHead(status, { "content-type": "text/html" })
      .end(`<!doctype html><html lang=en><title>Club</title><main>${main}</main>`);
  if (request.url === "/login" && request.method === "POST") {
    const form = new URLSearchParams(await text(request));
    if (form.get("password") !== "boat-4711") return show(401, `<p role=alert>Wrong password.</p>${logIn}`);
    return void response.writeHead(303, { location: "/rooms", "set-cookie": "in=1" }).end();
  }
  if (request.url === "/login") return show(200, logIn);
  if (!isIn || !request.url?.startsWith("/rooms")) return show(404, "<h1>Not found</h1>");
  return show(
    200,
    request.url === "/rooms" ? `<h1>Rooms</h1><a href="/rooms/attic">Attic</a>` : "<h1>Attic</h1>",
  );
};

const ann = { username: "ann", password: "boat-4711", loginPath: "/login" };
const seenFrom = async (path: string, login: typeof ann): Promise<string[] | string> => {
  let outcome: string[] | string = "";
  await withApp(
    (request, response) => void club(request, response),
    async (url) => {
      const seen = await exploreApp(browser, `${url}${path}`, login, { pages: 6, actions: 20, depth: 2 });
      outcome = seen.ok ? seen.site.pages.map((page) => page.path) : `${seen.reason}: ${seen.message}`;
    },
  );
  return outcome;
};

test("a page that is not there for guests is a start for whoever logs in", async () => {
  expect(await seenFrom("/rooms/attic", ann)).toContain("/rooms/attic");
});

test("the page to log in is a start where it leads further", async () => {
  expect(await seenFrom("/login", ann)).toEqual(expect.arrayContaining(["/rooms", "/rooms/attic"]));
});

test("where the log-in fails as well, both are told", async () => {
  expect(await seenFrom("/rooms", { ...ann, password: "oar-1" })).toMatch(
    /^login_failed: .*answers 404.*ann/,
  );
});
