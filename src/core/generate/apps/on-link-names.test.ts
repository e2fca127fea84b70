import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const TITLES = ["The lift is mended", "Quiet hours", "New keys"];

/** Notices of which the navigation says how many were not read yet; each page of a notice leads back to all. */
const createHouse = (): RequestListener => {
  const read = new Set<number>();
  return (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://house");
    const at = Number(pathname.split("/")[2] ?? 0) - 1;
    if (at >= 0) read.add(at);
    const left = TITLES.length - read.size;
    const pages: Record<string, string> = {
      "/": "<h1>Our house</h1><p>Welcome home, it is a good place.</p>",
      "/notices": `<h1>All notices</h1>${TITLES.map((title, each) => `<article><h2><a href="/notices/${each + 1}">${title}</a></h2><p>By Ann</p></article>`).join("")}`,
    };
    const page =
      pages[pathname] ??
      `<p><a href="/notices">Notices</a></p><h1>${TITLES[at] ?? ""}</h1><p>More of it soon.</p>`;
    const badge = left > 0 ? ` <span>${left} unread</span>` : "";
    response.writeHead(TITLES[at] || pages[pathname] ? 200 : 404, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>House</title><link rel=icon href="data:,"><header><nav><a href="/">House</a> <a href="/notices">Notices${badge}</a></nav></header><main>${page}</main>`,
    );
  };
};

it("a link is found where the navigation has the same once all is read", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, createHouse(), { pages: 8, actions: 300 });
  expect(failing).toEqual([]);
  expect(yaml).toContain("id: clicks-notice");
});
