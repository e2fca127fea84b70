import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const books = ["Amber Coast", "Brass Lantern", "Cold Harbour", "Dry Season", "Early Snow"];
const SET = "Remove from reading list";

type Deaf = "nothing" | "marking" | "taking back" | "removing";

/**
 * Books with a mark each and a page of those that are marked, with their number in the navigation beside one that goes up with
 * each visit; `deaf` is what the number does not follow. It is the number of those that are marked, or of something else.
 */
const library = (deaf: Deaf, counts = true): RequestListener => {
  const listed = new Set<string>();
  let visits = 0;
  const button = (book: string, name: string): string =>
    `<button type=button data-book="${book}">${name}</button>`;
  const rows = (some: string[], name: (book: string) => string): string =>
    `<ul aria-label=Books>${some.map((book) => `<li><h2>${book}</h2> ${button(book, name(book))}</li>`).join("")}</ul>`;
  const mains: Record<string, () => string> = {
    "/": () => `<h1>Books</h1>${rows(books, (book) => (listed.has(book) ? SET : "Add to reading list"))}`,
    "/list": () => `<h1>Reading list</h1>${rows([...listed], () => "Remove")}`,
    "/news": () => "<h1>News</h1><p>We are open on Sundays as well.</p>",
  };
  return (request, response) => {
    if (request.method === "POST") {
      void textOf(request).then((book) => {
        if (!listed.delete(book)) listed.add(book);
        response.writeHead(204).end();
      });
      return;
    }
    const main = mains[request.url ?? ""]?.();
    visits += 1;
    const number = counts ? listed.size : 4;
    response.writeHead(main === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Library</title><link rel=icon href="data:,">
      <header><nav aria-label=Main><a href="/">Books</a> <a href="/list">Reading list<b>${number || ""}</b></a> <a href="/news">News ${visits}</a></nav></header>
      <main>${main ?? "<h1>Not found</h1>"}</main><script>
      const show = (by, what) => { const b = document.querySelector("nav b"); if (${counts} && what !== "${deaf}") b.textContent = Number(b.textContent) + by || ""; };
      document.querySelectorAll("[data-book]").forEach((button) => { button.onclick = async () => {
        const name = button.textContent; await fetch("/", { method: "POST", body: button.dataset.book });
        if (name === "Remove") { button.parentElement.remove(); return show(-1, "removing"); }
        const sets = name !== "${SET}"; button.textContent = sets ? "${SET}" : "Add to reading list";
        show(sets ? 1 : -1, sets ? "marking" : "taking back"); }; });</script>`);
  };
};

const limits = { pages: 20, actions: 400, only: /^(?:toggle|shelf)-/ };

describe("the number of what one has marked, in the navigation,", () => {
  it.each<[Deaf, string[]]>([
    ["nothing", []],
    ["marking", ["toggle-home-add-to-reading-list"]],
    ["taking back", ["toggle-home-add-to-reading-list"]],
    ["removing", ["shelf-list"]],
  ])("follows all but %s", { timeout: 240_000 }, async (deaf, expected) => {
    const { failing, yaml } = await tryPages(browser, library(deaf), limits);
    expect(failing).toEqual(expected);
    expect(yaml).toContain("nav_with_mark");
    expect(yaml).toContain("nav_without_mark");
    expect(yaml).toContain("nav_without_one");
  });

  it("is none where it is of something else", { timeout: 240_000 }, async () => {
    const { failing, yaml } = await tryPages(browser, library("nothing", false), limits);
    expect(failing).toEqual([]);
    expect(yaml).toContain("id: shelf-list");
    expect(yaml).toContain("id: toggle-home-add-to-reading-list");
    expect(yaml).not.toContain("nav_with");
  });
});
