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

type Way = "asks before it removes" | "removes at once" | "has no way to remove" | "takes markup";

/** Reviews of a plant, of which each visitor writes one: the form is there again once that is removed. */
const createReviews = (way: Way): RequestListener => {
  let own: string | null = null;
  const remove =
    way === "removes at once"
      ? "<form method=post action='/remove'><button>Delete your review</button></form>"
      : `<button onclick="document.querySelector('dialog').showModal()">Delete your review</button>
         <dialog><p>Delete your review?</p><button onclick="this.parentElement.close()">Cancel</button><form method=post action="/remove"><button>Delete</button></form></dialog>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "POST") {
      const text = new URLSearchParams(await textOf(request)).get("review")?.trim() ?? "";
      own = request.url === "/remove" ? null : (own ?? text);
      return void response.writeHead(303, { location: "/" }).end();
    }
    const written = own === null ? "" : way === "takes markup" ? own : escapeHtml(own);
    const mine = `<li><p>${written}</p>${way === "has no way to remove" ? "" : remove}</li>`;
    const form = `<h2>Write a review</h2><form method=post action="/reviews"><label>Your review <textarea name=review required></textarea></label><button>Post review</button></form>`;
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Fern</title><link rel=icon href="data:,"><main><h1>Fern</h1><h2>Reviews</h2>
      <ul><li><p>It grows and grows.</p></li>${own === null ? "" : mine}</ul>${own === null ? form : ""}</main>`);
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, string[], boolean]>([
  ["asks before it removes", [], true],
  ["removes at once", [], true],
  ["has no way to remove", [], false],
  ["takes markup", ["post-write-a-review"], true],
])("one review a visitor, where the page %s", { timeout: 240_000 }, async (way, expected, told) => {
  // What fails leaves its review behind.
  const only = way === "takes markup" ? /^post/ : undefined;
  const limits = { pages: 8, actions: 300, ...(only && { only }) };
  const { failing, yaml } = await tryPages(browser, createReviews(way), limits);
  expect(failing).toEqual(expected);
  expect(yaml.includes("- id: post-write-a-review\n")).toBe(told);
});
