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

/** What becomes of a longer text below all letters. */
type Way = "keeps it" | "keeps its beginning" | "keeps the old one" | "takes 100 characters, as it says";

const MOST = 100;

const letters = (way: Way): RequestListener => {
  let footer = "With kind regards";
  return (request, response) =>
    void textOf(request).then((sent) => {
      const typed = new URLSearchParams(sent).get("footer") ?? "";
      const isLong = typed.length > MOST;
      if (request.method === "POST" && (way === "keeps it" || !isLong)) footer = typed;
      if (request.method === "POST" && isLong && way === "keeps its beginning") footer = typed.slice(0, MOST);
      const isRefused = isLong && way === "takes 100 characters, as it says";
      const said = isRefused ? "Please shorten the footer." : "Settings saved.";
      const hint = way === "takes 100 characters, as it says" ? "At most 100 characters." : "";
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>Letters</title><link rel=icon href="data:,"><nav><a href="/">Letters</a> <a href="/settings">Settings</a></nav><main><h1>${request.url === "/" ? "Letters" : "Settings"}</h1>${
          request.url === "/"
            ? `<p>No letters yet.</p><p>Each ends with: ${escapeHtml(footer.slice(0, 40))}</p>`
            : `<p role=status>${request.method === "POST" ? said : ""}</p><form method=post action="/settings"><label>Footer <textarea name=footer aria-describedby=h>${escapeHtml(footer)}</textarea></label> <span id=h>${hint}</span> <button>Save settings</button></form>`
        }</main>`,
      );
    });
};

it.each<[Way, string[]]>([
  ["keeps it", []],
  ["keeps its beginning", ["settings-settings"]],
  ["keeps the old one", ["settings-settings"]],
  ["takes 100 characters, as it says", []],
])("settings whose app %s", { timeout: 240_000 }, async (way, told) => {
  const { failing, yaml } = await tryPages(browser, letters(way), { only: /^settings-/, actions: 300 });
  expect(failing.map((id) => id.replace(/-(?:footer|settings-.*)$/, ""))).toEqual(told);
  expect(yaml).toContain("- id: settings-settings");
});
