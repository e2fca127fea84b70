import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const POEMS = ["The river", "Snow at noon", "A small room"];

type Way =
  | "kept"
  | "told on a page of their own"
  | "kept for the next one"
  | "lost"
  | "listed"
  | "logged elsewhere"
  | "refused";

/** Poems with a field for one's own words on each; `way`: where those are afterwards. */
const poems = (way: Way): RequestListener => {
  const words = POEMS.map(() => "");
  const isTold = way === "told on a page of their own";
  const isEntry = isTold || way === "listed" || way === "logged elsewhere";
  let said = "";
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, number = ""] = /^\/poems\/(\d)$/.exec(request.url ?? "") ?? [];
    const at = Number(number) - 1;
    if (request.method === "POST") {
      const text = new URLSearchParams(await textOf(request)).get("words") ?? "";
      const place = way === "kept for the next one" ? (at + 1) % POEMS.length : at;
      if (way !== "lost" && way !== "refused") words[place] = text;
      said =
        way === "refused"
          ? "<p role=alert>That is not allowed.</p>"
          : "<p role=status>Your words were saved.</p>";
      return void response.writeHead(303, { location: `/poems/${number}` }).end();
    }
    const title = POEMS[at] ?? (request.url === "/words" ? "My words" : "Poems");
    const listed = way === "listed" ? `<ul>${words[at] ? `<li>${escapeHtml(words[at])}</li>` : ""}</ul>` : "";
    const page = `${said}<p>What it says.</p>${listed}<form method=post><label>My words on it <textarea name=words>${isEntry ? "" : escapeHtml(words[at] ?? "")}</textarea></label><button>Save ${isEntry && !isTold ? "entry" : "notes"}</button></form>${isTold ? "<a href='/words'>All notes</a>" : ""}`;
    const list = `<ul aria-label=Poems>${POEMS.map((name, each) => `<li><a href="/poems/${each + 1}">${name}</a></li>`).join("")}</ul>`;
    said = "";
    response.writeHead(/^\/(?:words)?$/.test(request.url ?? "") || POEMS[at] ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Poems</a></nav><main><h1>${title}</h1>${request.url === "/words" ? words.map(escapeHtml).join("<br>") : number === "" ? list : page}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, string[], boolean]>([
  ["kept", [], true],
  ["kept for the next one", ["keeps-poem-save-notes"], true],
  ["lost", ["keeps-poem-save-notes"], true],
  ["listed", [], false],
  ["logged elsewhere", [], false],
  ["told on a page of their own", [], false],
  ["refused", [], false],
])("words of one's own on a poem, which are %s", { timeout: 240_000 }, async (way, told, has) => {
  const { failing, yaml } = await tryPages(browser, poems(way), { pages: 8, actions: 300, depth: 3 });
  expect(failing).toEqual(told);
  expect(yaml.includes("id: keeps-poem-")).toBe(has);
});
