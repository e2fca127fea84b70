import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { generateSuite } from "#core/generate/generate.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Its hints and addresses look like variables of a suite; its pattern and its file are ones that expressions get lost in. */
const page = `<!doctype html><html lang=en><title>Marks</title><link rel=icon href="data:,"><main><h1>Marks</h1>
  <a href="/list.csv" download>Export CSV</a>
  <table aria-label=Marks><thead><tr><th>Mark<th>Town</tr></thead><tbody>${["a/1", "b/2", "c/3"].map((mark) => `<tr><td>${mark}<td>\${secret.TOWN} 1</tr>`).join("")}</tbody></table>
  <form method=post action="/"><p><label for=mark>Mark</label> <input id=mark name=mark required aria-describedby=hint> <span id=hint>e.g. 7/\${secret.APP_OTHER}</span></p>
  <p><label>Label <input name=label required pattern="(?:(?:(?:(?:.+)+)+)+)+!"></label></p><button>Save mark</button></form></main>
  <script>fetch("/api/marks?q=\${nope}");</script>`;

const marks: RequestListener = ({ url = "/", method }, response) => {
  if (url.startsWith("/api/")) return void response.writeHead(403).end("{}");
  if (url === "/list.csv")
    return void response.writeHead(200, { "content-type": "text/csv" }).end("\n".repeat(1_000_000));
  response.writeHead(method === "POST" ? 422 : 200, { "content-type": "text/html" }).end(page);
};

test("a hostile page holds nothing up, and its words stand for no secret", { timeout: 120_000 }, async () => {
  await withApp(marks, async (url) => {
    const seen = await exploreApp(browser, `${url}/`, undefined, { actions: 300, pages: 4, depth: 1 });
    if (!seen.ok) throw new Error(seen.message);
    const { document, yaml } = generateSuite({ site: seen.site, mode: "exhaustive", baseUrl: url });
    expect(parseSuite(yaml).diagnostics).toEqual([]);
    expect(document.cases.length).toBeGreaterThan(2);
    expect(yaml).not.toMatch(/(?<!\$)\$\{(?:secret|nope)/);
  });
});
