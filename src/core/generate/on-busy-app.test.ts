import { afterAll, beforeAll, expect, it } from "vitest";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { generateSuiteFor } from "#test/support/generate-suite.ts";
import type { Generated } from "#features/generation/generate-from-app.ts";
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
const suiteFor = async ({ most, restS }: Busy): Promise<{ refused: number; generated: Generated }> => {
  let [asked, refused, closedTill] = [0, 0, 0];
  const server = createServer((request, response) => {
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
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const generated = await generateSuiteFor(browser, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    auth: null,
    exhaustive: false,
  });
  server.closeAllConnections();
  server.close();
  return { refused, generated };
};

it("an app that wants a rest now and then has one, and no finding", { timeout: 400_000 }, async () => {
  const { refused, generated } = await suiteFor({ most: 3, restS: 2 });
  expect(refused).toBeGreaterThan(0);
  expect(generated.findings).toEqual([]);
  expect(generated.dropped).toEqual([]);
  expect(generated.coverage?.pages).toEqual({ seen: 4, covered: 4 });
  expect(generated.notes.join("\n")).toMatch(/asked too often .*GET \/api\/said/);
});

it("cases of an app that refuses us for good say so, and are no findings", { timeout: 400_000 }, async () => {
  const { generated } = await suiteFor({ most: 8, restS: null });
  expect(generated.findings).toEqual([]);
  expect(generated.dropped).toEqual([]);
  expect(generated.document.cases.map(({ id }) => id)).toContain("pages");
  expect(generated.notes.join("\n")).toMatch(/not tried: .*GET \/api\/said with 429/);
});
