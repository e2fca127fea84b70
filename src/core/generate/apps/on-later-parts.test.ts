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

/** Letters that are drafts or sent, and a first page that counts them; `stale`: as they were when it was opened first. */
const createLetters = (stale: boolean): RequestListener => {
  const letters = ["To Ann", "To Bob", "To Cleo", "To Dan", "To Eve"].map((name, at) => ({
    name,
    state: at < 3 ? "draft" : "sent",
  }));
  let counted: [drafts: number, sent: number] | null = null;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Start</a> <a href="/letters">Letters</a></nav>
        <main><h1>${title}</h1>${main}</main>`);
    };
    if (request.method === "POST") {
      const name = (new URLSearchParams(await textOf(request)).get("name") ?? "").trim();
      letters.push({ name, state: "draft" });
      return void response.writeHead(303, { location: "/letters" }).end();
    }
    if (pathname === "/letters") {
      const state = searchParams.get("state");
      const rows = letters.filter((each) => state === null || each.state === state);
      return show(
        state === null ? "Letters" : `Letters, ${state}`,
        `<table aria-label=Letters><thead><tr><th>Name<th>State</tr></thead><tbody>${rows
          .map((each) => `<tr><td>${escapeHtml(each.name)}<td>${each.state}</tr>`)
          .join("")}</tbody></table>
        <form method=post action="/letters"><label>Name <input name=name required></label> <button>Add letter</button></form>`,
      );
    }
    if (pathname !== "/") return show("Not found", "", 404);
    const number = (of: string): number => letters.filter(({ state }) => state === of).length;
    if (!stale || counted === null) counted = [number("draft"), number("sent")];
    return show(
      "Start",
      `<p><a href="/letters?state=draft">${counted[0]} drafts</a></p> <p><a href="/letters?state=sent">${counted[1]} sent</a></p>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const limits = { only: /^parts-/, pages: 8, actions: 120 };

it("numbers follow once there is one more", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, createLetters(false), limits);
  expect(yaml).toContain("- id: parts-home-later");
  expect(failing).toEqual([]);
  const stale = await tryPages(browser, createLetters(true), limits);
  expect(stale.failing).toContain("parts-home-later");
});

/** Letters in parts of five, the last at the end: what is new is not on the first part, and nothing searches them. */
const inParts = (): RequestListener => {
  const all = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch"].map((tree) => `Letter about ${tree}`);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://letters");
    if (request.method === "POST") {
      all.push(new URLSearchParams(await textOf(request)).get("name") ?? "");
      return void response.writeHead(303, { location: "/letters" }).end();
    }
    const from = searchParams.get("page") === "2" ? 5 : 0;
    const shown = all.slice(from, from + 5);
    const rows = shown.map((name) => `<tr><td>${escapeHtml(name)}<td>draft</tr>`).join("");
    const main =
      pathname === "/"
        ? `<h1>Start</h1><p><a href="/letters">${all.length} letters</a></p>`
        : `<h1>Letters</h1><p>${from + 1}–${from + shown.length} of ${all.length}</p><table><thead><tr><th>Name<th>State</tr></thead><tbody>${rows}</tbody></table>
           <nav aria-label=Pages><a href="/letters">1</a> <a href="/letters?page=2">2</a>${from === 0 ? ' <a rel=next href="/letters?page=2">Next</a>' : ""}</nav>
           <a href="/letters/new">New letter</a>`;
    const form = `<h1>New letter</h1><form method=post action="/letters"><label>Name <input name=name required></label> <button>Add letter</button></form>`;
    response
      .writeHead(/^\/(?:letters(?:\/new)?)?$/.test(pathname) ? 200 : 404, {
        "content-type": "text/html; charset=utf-8",
      })
      .end(
        `<!doctype html><html lang=en><title>Letters</title><link rel=icon href="data:,"><main>${pathname === "/letters/new" ? form : main}</main>`,
      );
  };
  return (request, response) => void answer(request, response);
};

it("no number is said to follow what no case makes", { timeout: 240_000 }, async () => {
  const { failing } = await tryPages(browser, inParts(), limits);
  expect(failing).toEqual([]);
});
