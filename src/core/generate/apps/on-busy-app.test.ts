import { afterAll, beforeAll, expect, it } from "vitest";
import type { RequestListener } from "node:http";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const page = (title: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><nav><a href="/">Lamps</a> <a href="/news">News</a>
  <a href="/help">Help</a> <a href="/about">About</a></nav><main><h1>${title}</h1><p id=said></p></main>
  <script>fetch("/api/said").then(async (answer) => { said.textContent = answer.ok ? await answer.text() : "Too busy"; });</script>`;
const pages = new Map([
  ["/", "Lamps"],
  ["/news", "News"],
  ["/help", "Help"],
  ["/about", "About us"],
]);

type Busy = {
  /** How many answers the app gives before it wants a rest. */
  most: number;
  /** How long it wants that, s; null for ever. */
  restS: number | null;
};

/** A sound app that answers 429 when it is asked too often. */
const suiteFor = async ({ most, restS }: Busy): Promise<SuiteForApp & { refused: number }> => {
  let [asked, refused, closedTill] = [0, 0, 0];
  const answer: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const title = pages.get(pathname);
    if (pathname === "/api/said") {
      asked += 1;
      if (asked > most && closedTill === 0) closedTill = Date.now() + (restS ?? 1e6) * 1_000;
      if (Date.now() < closedTill) {
        refused += 1;
        return void response
          .writeHead(429, restS === null ? {} : { "retry-after": String(restS) })
          .end("Wait");
      }
      if (closedTill > 0) [asked, closedTill] = [1, 0];
      return void response.end("All is well");
    }
    response
      .writeHead(title === undefined ? 404 : 200, { "content-type": "text/html" })
      .end(page(title ?? "Nothing"));
  };
  const suite = await suiteForApp(browser, answer, { exhaustive: false });
  return { ...suite, refused };
};

it("an app that wants a rest now and then has one, and no finding", { timeout: 400_000 }, async () => {
  const { refused, told, dropped, generated } = await suiteFor({ most: 3, restS: 2 });
  expect(refused).toBeGreaterThan(0);
  expect([told, dropped]).toEqual([[], []]);
  expect(generated.coverage?.pages).toEqual({ seen: 4, covered: 4 });
  expect(generated.yaml).toContain('no errors: [expect: {no_errors: {except: [" 429"]}}]');
  expect(generated.notes.join("\n")).toMatch(/asked too often .*GET \/api\/said/);
});

it("cases of an app that refuses us for good say so, and are no findings", { timeout: 400_000 }, async () => {
  const { told, dropped, cases, generated } = await suiteFor({ most: 8, restS: null });
  expect([told, dropped]).toEqual([[], []]);
  expect(cases).toContain("pages");
  expect(generated.notes.join("\n")).toMatch(/not tried: .*GET \/api\/said with 429/);
});
