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

/** Notes on a boat, each removed by a button that is called after its text; one that is `deaf` does nothing. */
const createNotes = (isDeaf: boolean): RequestListener => {
  let last = 2;
  const notes = new Map([
    [1, "Asked for a longer rope"],
    [2, "Winter storage is paid"],
  ]);
  const removal = (id: number, text: string): string => {
    const label = `aria-label="Remove note: ${escapeHtml(text.slice(0, 40))}"`;
    return isDeaf
      ? `<button type=button ${label}>Remove</button>`
      : `<form method=post action="/notes/${id}/remove" onsubmit="return confirm('Remove this note?')"><button ${label}>Remove</button></form>`;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    if (request.method === "POST") {
      const text = new URLSearchParams(await textOf(request)).get("note")?.trim() ?? "";
      const [, id] = /^\/notes\/(\d+)\/remove$/.exec(pathname) ?? [];
      if (id !== undefined) notes.delete(Number(id));
      else if (text !== "") notes.set((last += 1), text);
      return void response.writeHead(303, { location: "/" }).end();
    }
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Boat</title><link rel=icon href="data:,"><main><h1>Swift</h1><h2>Notes</h2>
      <ul>${[...notes].map(([id, text]) => `<li><div>${escapeHtml(text)}</div>${removal(id, text)}</li>`).join("")}</ul>
      <form method=post action="/notes"><label>New note <textarea name=note required maxlength=300></textarea></label><button>Add note</button></form></main>`);
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["removes it", false, []],
  ["does nothing", true, ["post-notes-delete"]],
] as const)(
  "what is called after the text that it removes, and %s",
  { timeout: 240_000 },
  async (_, isDeaf, expected) => {
    const { failing, yaml } = await tryPages(browser, createNotes(isDeaf), {
      only: /^post-/,
      pages: 8,
      actions: 300,
    });
    expect(yaml).toContain("- id: post-notes-delete\n");
    expect(failing).toEqual(expected);
  },
);
