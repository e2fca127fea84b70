import { text } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form for writing to a hotel, with room for 1,000 characters; longer messages than `most` break the server. */
const createHotel = (most: number): RequestListener => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = request.method === "POST" ? new URLSearchParams(await text(request)).get("words") : null;
    const isBroken = sent !== null && sent.length > most;
    const thanks = sent === null ? "" : "<p role=status>Thank you, we have got your message.</p>";
    response.writeHead(isBroken ? 500 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><meta charset=utf-8><title>Hotel</title><link rel=icon href="data:,"><main><h1>Write to us</h1>${isBroken ? "<p>Something went wrong.</p>" : thanks}
      <form method=post><label>Your name <input name=name required maxlength=80></label> <label>Message <textarea name=words required maxlength=1000></textarea></label> <button>Send message</button></form></main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[number, string[]]>([
  [1000, []],
  [700, ["home-hard-text"]],
])("messages of up to %i characters are taken", { timeout: 120_000 }, async (most, told) => {
  const limits = { only: /-hard-text$/, actions: 300 };
  const { failing, yaml } = await tryPages(browser, createHotel(most), limits);
  expect(yaml).toContain("- id: home-hard-text\n");
  expect(failing).toEqual(told);
});
