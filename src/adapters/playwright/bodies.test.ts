import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const refuse = (_: unknown, response: ServerResponse): void =>
  void response
    .writeHead(500, { "content-type": "application/json" })
    .end('{"error":"TypeError: no such thing"}');
const refuseAtLength = (_: unknown, response: ServerResponse): void =>
  void response.writeHead(500, { "content-type": "text/plain" }).end("long ".repeat(100_000));

const ways = {
  "never read": "fetch('/refused')",
  "never read and long": "fetch('/long')",
  // Cancelled or given up before its first byte, it may not have come at all.
  cancelled:
    "fetch('/refused').then((answer) => { const reader = answer.body.getReader(); return reader.read().then(() => reader.cancel()); })",
  "given up while it is read":
    "const stop = new AbortController(); fetch('/refused', stop).then((answer) => answer.body.getReader().read()).then(() => stop.abort())",
  "left with its page":
    "fetch('/refused').then((answer) => answer.json()).then(() => { location.href = '/next' })",
  "left unread with its page": "fetch('/refused').then(() => { location.href = '/next' })",
  "of a script": "document.body.append(Object.assign(document.createElement('script'), { src: '/refused' }))",
  "of a form":
    "const form = document.createElement('form'); form.method = 'post'; form.action = '/refused'; document.body.append(form); form.submit()",
};

test.each(Object.entries(ways))("the body of a failed answer is kept: %s", async (_, script) => {
  await using opened = await openPage(browser, "<p>ok</p>");
  const { site, page, session } = opened;
  site.set("/refused", refuse);
  site.set("/long", refuseAtLength);
  site.set("/next", "<p>next</p>");
  site.set("/way", `<button onclick="${script}">Go</button>`);
  await page.goto("/way", long);
  await page.act("Go", { kind: "click" }, long);
  await expect
    .poll(() => session.evidence.requests.find(({ status }) => status === 500)?.body)
    .toMatch(/^(\{"error":"TypeError: no such thing"\}|(long ){100})/);
  expect(session.evidence.requests.every(({ body }) => (body ?? "").length <= 4096)).toBe(true);
});
