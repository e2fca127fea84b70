import type { RequestListener } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PAGES: Record<string, string> = {
  "/projects": "<h1>Projects</h1><ul><li>Orchard<li>Harbour<li>Bridge</ul>",
  "/people": "<h1>People</h1><ul><li>Ann Lee<li>Ben Roe<li>Cleo Day</ul>",
  "/help": "<h1>Help</h1><p>Ask whoever sits beside you, or look at it again tomorrow.</p>",
};

/** All is behind a log-in, which leads to the projects of whoever asked for nothing else; a forgetful one always does. */
const createOffice =
  (forgets: boolean): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://office");
    const isKnown = /user=ann/.test(request.headers.cookie ?? "");
    const goTo = (location: string, headers = {}): void =>
      void response.writeHead(303, { location, ...headers }).end();
    const show = (status: number, main: string): void => {
      const nav = isKnown
        ? `<nav>${Object.keys(PAGES)
            .map((to) => `<a href="${to}">Our ${to.slice(1)}</a>`)
            .join(" ")}</nav>`
        : "";
      response.writeHead(status, { "content-type": "text/html" });
      response.end(
        `<!doctype html><html lang=en><title>Office</title><link rel=icon href="data:,">${nav}<main>${main}</main>`,
      );
    };
    const form = `<h1>Log in</h1><form method=post><label>Name <input name=name autocomplete=username></label> <label>Password <input type=password name=word></label> <button>Log in</button></form>`;
    if (pathname === "/login" && request.method === "POST")
      return void textOf(request).then((body) => {
        const sent = new URLSearchParams(body);
        if (sent.get("word") !== "secret-word")
          return show(401, `<p role=alert>That is not right.</p>${form}`);
        const next = searchParams.get("next") ?? "/projects";
        return goTo(forgets ? "/projects" : next, { "set-cookie": "user=ann; Path=/" });
      });
    if (pathname === "/login") return show(200, form);
    if (!isKnown) return goTo(`/login?next=${pathname === "/" ? "/projects" : pathname}`);
    if (pathname === "/") return goTo("/projects");
    const page = PAGES[pathname];
    return page ? show(200, page) : show(404, "<h1>Nothing here</h1>");
  };

it.each([false, true])(
  "whoever logs in is led to the page that was asked for, other than where everybody is led; forgotten: %s",
  { timeout: 240_000 },
  async (forgets) => {
    const { found, cases } = await suiteForApp(browser, createOffice(forgets), {
      auth: { username: "ann", password: "secret-word", secretName: "APP", loginPath: "/login" },
    });
    expect(cases).toContain("login-returns");
    expect(found).toEqual(forgets ? ["login-returns"] : []);
  },
);
