import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
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

type How = "empties it" | "keeps it" | "refuses it" | "puts another in its place" | "keeps nothing";

/** Settings with a text that need not be there, beside a new password; what the app does where that text is emptied. */
const settings = (how: How): RequestListener => {
  const me = { name: "Ann Moor", about: "Sails on Sundays.", site: "https://moor.example" };
  const form = (said: string): string => `<form method=post novalidate>${said}
    <label>Your name <input name=name value="${escapeHtml(me.name)}"></label>
    <label>About you <textarea name=about>${escapeHtml(me.about)}</textarea></label>
    <label>Website <input type=url name=site value="${escapeHtml(me.site)}"></label>
    <label>New password <input type=password name=password autocomplete=new-password></label> <button>Save settings</button></form>`;
  return (request, response) =>
    void textOf(request).then((body) => {
      const sent = new URLSearchParams(body);
      const about = (sent.get("about") ?? "").trim();
      const isRefused = how === "refuses it" && request.method === "POST" && about === "";
      if (request.method === "POST" && !isRefused && how !== "keeps nothing") {
        me.name = sent.get("name") ?? "";
        me.site = sent.get("site") ?? "";
        me.about =
          about !== "" || how === "empties it"
            ? about
            : how === "keeps it"
              ? me.about
              : "Has not said anything yet.";
      }
      const isPage = /^\/(?:settings)?$/.test(request.url ?? "");
      if (request.method === "POST" && !isRefused)
        return void response.writeHead(303, { location: "/settings" }).end();
      response.writeHead(isRefused ? 422 : isPage ? 200 : 404, {
        "content-type": "text/html; charset=utf-8",
      });
      response.end(
        `<!doctype html><html lang=en><meta charset=utf-8><title>Club</title><link rel=icon href="data:,"><nav><a href="/">Club</a> <a href="/settings">Settings</a></nav><main>${
          request.url === "/settings"
            ? `<h1>Settings</h1>${form(isRefused ? "<p role=alert>Please say something about you.</p>" : "")}`
            : "<h1>Club</h1><p>We sail.</p>"
        }</main>`,
      );
    });
};

it.each([
  ["empties it", true, []],
  ["keeps it", true, ["settings-settings-emptied"]],
  ["refuses it", false, []],
  ["puts another in its place", true, []],
  ["keeps nothing", false, []],
] as const)(
  "a text of settings that is emptied, in an app that %s",
  { timeout: 240_000 },
  async (how, isTried, expected) => {
    const limits = { only: /-emptied$/, pages: 8, actions: 300 };
    const { failing, yaml } = await tryPages(browser, settings(how), limits);
    expect(failing).toEqual(expected);
    expect(yaml.includes("- id: settings-settings-emptied\n")).toBe(isTried);
    expect(yaml.includes('{About you: ""')).toBe(isTried && how !== "puts another in its place");
  },
);
