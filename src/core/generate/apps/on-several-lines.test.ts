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

const shown = (said: string): string => said.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A thread with a form for replying; whether a reply of more than one line is kept as well. */
const createThread = (keepsLines: boolean): RequestListener => {
  const replies = ["We meet at the bridge."];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "POST") {
      const reply = new URLSearchParams(await text(request)).get("reply")?.trim() ?? "";
      if (reply !== "" && (keepsLines || !/\n/.test(reply))) replies.push(reply);
      response.writeHead(303, { location: "/" }).end();
      return;
    }
    const list = replies.map((reply) => `<li>${shown(reply).replaceAll(/\r?\n/g, "<br>")}</li>`).join("");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><meta charset=utf-8><title>Thread</title><link rel=icon href="data:,">
      <main><h1>Sunday</h1><ol>${list}</ol><form method=post><label>Your reply <textarea name=reply required></textarea></label>
      <button>Send reply</button></form></main>`);
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["kept", true, []],
  ["lost", false, ["post-sunday"]],
])("a reply of two lines that is %s", { timeout: 120_000 }, async (_, keepsLines, told) => {
  const { failing, yaml } = await tryPages(browser, createThread(keepsLines), {
    only: /^post-sunday$/,
    actions: 300,
  });
  expect(yaml).toContain("- id: post-sunday\n");
  expect(failing).toEqual(told);
});
