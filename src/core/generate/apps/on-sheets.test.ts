import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
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

type Sheet = { label: string; shown: (value: string) => string; keeps: boolean };

/** A page with a form that has one field, and leads back to itself, where it says that it was saved. */
const sheet = ({ label, shown, keeps }: Sheet): RequestListener => {
  let value = "Verbs";
  let said = "";
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "POST") {
      const typed = new URLSearchParams(await textOf(request)).get("value") ?? "";
      if (keeps) value = typed;
      said = "<p role=status>The sheet was saved.</p>";
      return void response.writeHead(303, { location: "/" }).end();
    }
    const { url } = request;
    response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Sheet</title><link rel=icon href="data:,"><main><h1>Session 6</h1>${said}
      <p>${shown(escapeHtml(value))}</p><form method=post><label>${label} <input name=value required></label> <button>Save sheet</button></form></main>`);
    said = "";
  };
  return (request, response) => void answer(request, response);
};

it.each<[string, Sheet, string, string[]]>([
  [
    "how many are present",
    { label: "What was covered", shown: () => "Present: 4 · Late: 0", keeps: true },
    "home-submit",
    [],
  ],
  [
    "the topic that is stored",
    { label: "New topic", shown: (is) => `Current topic: ${is}`, keeps: true },
    "post-session-6",
    [],
  ],
  [
    "the topic that was stored before",
    { label: "New topic", shown: (is) => `Current topic: ${is}`, keeps: false },
    "home-submit",
    ["home-submit"],
  ],
])("a form beside which a page says %s", { timeout: 240_000 }, async (_, app, id, expected) => {
  const { failing, yaml } = await tryPages(browser, sheet(app), { actions: 300, only: /-submit$|^post-/ });
  expect(yaml).toContain(`id: ${id}`);
  expect(failing).toEqual(expected);
});
