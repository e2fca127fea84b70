import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const SLOW_MS = 15_000;

const shows = (name: string): string =>
  `<button type=button onclick="fetch('/shown/${name}').then(() => this.after(Object.assign(document.createElement('h3'), { textContent: 'All of ${name}' })))">${name}</button>`;

/** Two pages whose buttons ask the server for what they show; the one of the frame is on both. */
const page = (title: string, buttons: string[]): string =>
  `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><header><a href="/">Hall</a> <a href="/yard">Yard</a> ${shows("News")}</header><main><h1>${title}</h1>${buttons.map(shows).join("")}</main>`;

test("controls of one page that are slow leave time to those of the next, and what stands there as well is tried there", async () => {
  const asked = new Set<string>();
  const listener: RequestListener = ({ url = "" }, response) => {
    if (url.startsWith("/shown")) asked.add(url);
    const body = url === "/yard" ? page("Yard", ["Gate"]) : page("Hall", ["Door", "Stairs", "Window"]);
    response.writeHead(200, { "content-type": "text/html" }).end(body);
  };
  await withApp(listener, async (url) => {
    const seen = await exploreApp(
      browser,
      `${url}/`,
      undefined,
      {},
      () => performance.now() + asked.size * SLOW_MS,
    );
    if (!seen.ok) throw new Error(seen.message);
    const shown = ({ reveals }: (typeof seen.site.pages)[number]): string[] =>
      reveals.map(({ control }) => control.name);
    expect(seen.site.pages.map((each) => [each.path, shown(each)])).toEqual([
      ["/", ["Door", "Stairs"]],
      ["/yard", ["Gate", "News"]],
    ]);
  });
});
