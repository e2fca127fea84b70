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

const PAGES = ["projects:webshop", "projects:printing", "handbook:holidays", "start", "rules"];

const listOf = (names: string[]): string =>
  `<ul aria-label=Pages>${names.map((name) => `<li><a href="/?id=${name}">${name}</a></li>`).join("")}</ul>`;

/** A wiki whose pages are told apart by their query; a search for nothing asks for a word. */
const wiki: RequestListener = (request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  const [doing, id] = [searchParams.get("do") ?? "start", searchParams.get("id") ?? ""];
  const asked = (searchParams.get("q") ?? "").toLowerCase();
  const found = PAGES.filter((name) => name.includes(asked));
  const results =
    asked === ""
      ? "<p>Type a word to look for.</p>"
      : found.length > 0
        ? listOf(found)
        : "<p>Nothing was found.</p>";
  const pages: Record<string, string> = {
    search: `<h1>Search</h1>${results}`,
    recent: `<h1>Recent changes</h1>${listOf(PAGES)}`,
    start: "<h1>Welcome</h1><p>This is our wiki.</p>",
  };
  const page = id === "" ? pages[doing] : `<h1>${id}</h1><p>All about ${id}.</p>`;
  response.writeHead(200, { "content-type": "text/html" });
  response.end(
    `<!doctype html><html lang=en><title>Wiki</title><link rel=icon href="data:,"><header><form role=search action="/"><input type=hidden name=do value=search><label>Search <input name=q></label> <button>Go</button></form><a href="/?do=recent">Recent changes</a></header><main>${page}</main>`,
  );
};

it(
  "a search that leads to another page of the same path restores nothing",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, wiki, { pages: 6 });
    expect(failing).toEqual([]);
    expect(yaml).toContain("id: search-");
  },
);
