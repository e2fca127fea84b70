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

const TITLES = ["Ministers agree", "Glaciers listen", "Bakers rise", "Rowers return", "Climbers rest"];

type Fault = "search that minds the case" | "list that leads elsewhere" | null;

/** A paper with its own page for what is found, which may be one article, and a list of what is read most beside each page. */
const paper =
  (fault: Fault): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const word = searchParams.get("q") ?? "";
    const isFound = (title: string): boolean =>
      fault === "search that minds the case"
        ? title.includes(word)
        : title.toLowerCase().includes(word.toLowerCase());
    const link = (title: string, at: number): string => `<a href="/articles/${at + 1}">${title}</a>`;
    const found = TITLES.flatMap((title, at) =>
      isFound(title) ? [`<article>${link(title, at)}</article>`] : [],
    );
    const title = TITLES[Number(/^\/articles\/(\d)$/.exec(pathname)?.[1] ?? 0) - 1];
    const pages: Record<string, string> = {
      "/": `<h1>Today</h1><ul aria-label=Latest>${TITLES.map((each, at) => `<li>${link(each, at)} <span>Number ${at + 1}</span></li>`).join("")}</ul>`,
      "/about": `<h1>About us</h1><p>We are a small paper.</p>`,
      "/search": `<h1>Search</h1>${found.length > 0 ? found.join("") : "<p>Nothing was found.</p>"}`,
      ...(title && { [pathname]: `<h1>${title}</h1><p>All about it.</p>` }),
    };
    const most = TITLES.slice(1, 4).map(
      (each, at) => `<li>${link(each, fault === "list that leads elsewhere" ? at : at + 1)}</li>`,
    );
    response.writeHead(pathname in pages ? 200 : 404, { "content-type": "text/html; charset=utf-8" })
      .end(`<!doctype html><html lang=en><title>Paper</title><link rel=icon href="data:,">
        <nav><a href="/">Today</a> <a href="/about">About us</a></nav>
        <form role=search action="/search"><input type=search name=q aria-label="Search articles"><button>Search</button></form>
        <main>${pages[pathname] ?? "<h1>Not found</h1>"}</main>
        <aside><h2>Most read</h2><ol aria-label="Most read">${most.join("")}</ol></aside>`);
  };

it.each<[Fault, string[]]>([
  [null, []],
  ["search that minds the case", ["search-home"]],
  ["list that leads elsewhere", ["items-about"]],
])('a paper with a "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const { failing, yaml } = await tryPages(browser, paper(fault), { pages: 8, actions: 100 });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: search-home\n");
  expect(yaml.match(/id: items-/g)).toHaveLength(2);
});
