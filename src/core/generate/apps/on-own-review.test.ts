import { text } from "node:stream/consumers";
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

/** A book with reviews, one by each reader, who changes it in the form that has added it, or deletes it. */
const createBook = (shows: (words: string) => string): RequestListener => {
  const reviews = [{ by: "Ada", words: "Read it in one night." }];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const own = reviews.find(({ by }) => by === "You");
    if (request.method === "POST") {
      const words = new URLSearchParams(await text(request)).get("words")?.trim() ?? "";
      if (request.url === "/delete" && own) reviews.splice(reviews.indexOf(own), 1);
      else if (words !== "" && own) own.words = shows(words);
      else if (words !== "") reviews.push({ by: "You", words: shows(words) });
      response.writeHead(303, { location: "/" }).end();
      return;
    }
    const list = reviews.map(
      ({ by, words }) =>
        `<li><b>${by}</b> <p>${escapeHtml(words)}</p>${by === "You" ? "<form method=post action=/delete><button>Delete</button></form>" : ""}`,
    );
    const form = `<form method=post><h3>${own ? "Change your review" : "Write a review"}</h3><label>Your review <textarea name=words required maxlength=600>${escapeHtml(own?.words ?? "")}</textarea></label> <button>${own ? "Save changes" : "Post review"}</button></form>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><meta charset=utf-8><title>Book</title><link rel=icon href="data:,"><main><h1>Paper Boats</h1><h2>Reviews</h2><ul>${list.join("")}</ul>${form}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[string, (words: string) => string, string[]]>([
  ["it was typed", (words) => words, []],
  ["something else", escapeHtml, ["post-write-a-review"]],
])("the only review that one may write is shown as %s", { timeout: 120_000 }, async (_, shows, told) => {
  // Where it is not as it was typed, the case ends before it takes the review back.
  const only = told.length > 0 ? /^post-/ : /^(?:post-|.*-requires$)/;
  const limits = { only, actions: 300 };
  const { failing, yaml } = await tryPages(browser, createBook(shows), limits);
  expect(yaml).toContain("- id: post-write-a-review\n");
  expect(failing).toEqual(told);
});
