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

type Pantry = {
  /** The numbers of the first page are those of when it was opened first. */
  stale?: true;
  /** It says of which time they are. */
  told?: string;
  /** The list says how many it has, and shows five of them. */
  inParts?: true;
  /** The number is that of something else. */
  words?: string;
};

/** Jars in a list, and a first page that counts them and the shelves. */
const pantry = ({ stale, told = "", inParts, words = "jars" }: Pantry): RequestListener => {
  const jars = ["Apricot", "Beetroot", "Cherry", "Damson", "Elder", "Fig", "Gooseberry"];
  let counted: number | null = null;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://pantry.test");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Pantry</a> <a href="/jars">All jars</a> <a href="/shelves">All shelves</a></nav>
        <main><h1>${title}</h1>${main}</main>`);
    };
    if (request.method === "POST") {
      jars.unshift((new URLSearchParams(await textOf(request)).get("name") ?? "").trim());
      return void response.writeHead(303, { location: "/jars" }).end();
    }
    if (pathname === "/jars/new")
      return show(
        "New jar",
        `<form method=post action="/jars"><label>Name <input name=name required></label> <button>Save jar</button></form>`,
      );
    const table = (rows: string[], name: string): string =>
      `<table aria-label=${name}><thead><tr><th>Name<th>Kind</tr></thead><tbody>${rows
        .map((each, at) => `<tr><td>${escapeHtml(each)}<td>${at % 2 === 0 ? "glass" : "stone"}</tr>`)
        .join("")}</tbody></table>`;
    if (pathname === "/shelves") return show("Shelves", table(["Upper", "Lower", "Cellar"], "Shelves"));
    if (pathname === "/jars") {
      const from = inParts && searchParams.get("page") === "2" ? 5 : 0;
      const shown = inParts ? jars.slice(from, from + 5) : jars;
      const turn = `<p>${from + 1}–${from + shown.length} of ${jars.length}</p><nav aria-label=Pages><a href="/jars">1</a> <a href="/jars?page=2">2</a>${from === 0 ? ' <a rel=next href="/jars?page=2">Next</a>' : ""}</nav>`;
      return show("Jars", `<a href="/jars/new">New jar</a>${table(shown, "Jars")}${inParts ? turn : ""}`);
    }
    if (pathname !== "/") return show("Not found", "", 404);
    if (!stale || counted === null) counted = jars.length;
    return show(
      "Pantry",
      `<p>${words === "jars" ? `<a href="/jars">${counted} jars</a>` : `7 ${words}`}</p> <p><a href="/shelves">3 shelves</a></p>${told}`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[string, Pantry, string | null, string[]]>([
  ["that follow", {}, "tally-home-jars-later", []],
  ["that stay as they were first", { stale: true }, "tally-home-jars-later", ["tally-home-jars-later"]],
  ["that say of which time they are", { stale: true, told: "<p>Figures of 06:00</p>" }, null, []],
  ["of a list in parts that follow", { inParts: true }, "parts-home-later", []],
  ["of a list in parts that stay", { inParts: true, stale: true }, "parts-home-later", ["parts-home-later"]],
  ["of something else that comes to the same", { words: "jars given away" }, null, []],
])("numbers of a first page %s", { timeout: 240_000 }, async (_, app, asked, expected) => {
  const { failing, yaml } = await tryPages(browser, pantry(app), {
    only: /^(?:tally|parts)-.*-later/,
    pages: 8,
    actions: 120,
  });
  expect(failing).toEqual(expected);
  expect(/id: ((?:tally|parts)-.*-later)/.exec(yaml)?.[1] ?? null).toBe(asked);
});
