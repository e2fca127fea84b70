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

const authors = ["Ada Finch", "Bo Larsen", "Cleo Marsh", "Dan Okoye"];

/** Cards with a number of books each, and the page of each, which lists them; `counts` are what the cards say. */
const library = (counts: number[], pageOf: (name: string, books: number) => string): RequestListener => {
  const pages: Record<string, string> = {
    "/": `<h1>Authors</h1><ul>${authors.map((name, at) => `<li><h2><a href="/authors/${at + 1}">${name}</a></h2><p>Writes since ${1990 + at}</p><p>${counts[at]} books in stock</p></li>`).join("")}</ul>`,
    ...Object.fromEntries(authors.map((name, at) => [`/authors/${at + 1}`, pageOf(name, at + 2)])),
  };
  return (request, response) => {
    const body = pages[request.url ?? ""];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>Library</title><link rel=icon href="data:,"><main>${body ?? "<h1>Not found</h1>"}</main>`,
    );
  };
};

const listed = (name: string, books: number): string =>
  `<p><a href="/">All authors</a></p><h1>${name}</h1><h2>${books} books in stock</h2><ul aria-label="Books in stock">${Array.from({ length: books }, (_, at) => `<li>${name.split(" ")[0]}'s volume ${"ABCDEFG"[at]}</li>`).join("")}</ul>`;

/** Counts what is read today, which is another number. */
const elsewhere = (name: string, books: number): string =>
  `<p><a href="/">All authors</a></p><h1>${name}</h1><p>Of them, ${books * 7} books in stock are signed; ask at the desk.</p>`;

type Try = [what: string, app: RequestListener, has: boolean, failing: string[]];

describe("numbers on cards", () => {
  const right = [2, 3, 4, 5];
  const tries: Try[] = [
    ["that are those of their pages", library(right, listed), true, []],
    ["of which one is wrong", library([2, 3, 5, 5], listed), true, ["number-home-book"]],
    [
      "that all count something else than their pages list",
      library([7, 1, 9, 8], listed),
      true,
      ["number-home-book"],
    ],
    ["whose pages speak of other things", library(right, elsewhere), false, []],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, app, has, expected) => {
    const { failing, yaml } = await tryPages(browser, app, { pages: 20, actions: 400 });
    expect(failing).toEqual(expected);
    expect(yaml.includes("id: number-home-book")).toBe(has);
  });
});
