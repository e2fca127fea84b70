import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const head = `<!doctype html><html lang=en><title>App</title><link rel=icon href="data:,">`;

test.each([
  ["nothing at all", "", "empty: .*shows nothing"],
  ["a place for an app that never comes", `${head}<div id=root></div>`, "empty: .*shows nothing"],
  ["a word", `${head}<p>Soon`, "1 page"],
  ["a drawing", `${head}<canvas width=99 height=99></canvas>`, "1 page"],
  [
    "an app that breaks as it begins",
    `${head}<div id=root></div><script>begin()</script>`,
    "1 page, page_error",
  ],
])("of a start that shows %s", async (_, html, told) => {
  let outcome = "";
  await withApp(
    (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end(html),
    async (url) => {
      const seen = await exploreApp(browser, url, undefined, { pages: 2, actions: 10, depth: 1 });
      outcome = seen.ok
        ? [
            `${seen.site.pages.length} page`,
            ...seen.site.pages.flatMap((page) => page.problems.map(({ kind }) => kind)),
          ].join(", ")
        : `${seen.reason}: ${seen.message}`;
    },
  );
  expect(outcome).toMatch(new RegExp(`^${told}`));
});
