import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import type { Pages } from "#test/support/failing-cases.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const kinds = ["Crime", "Poetry", "Travel", "History"];
const tongues = ["English", "German", "French"];
const people = ["Mara Linden", "Per Aasen", "Ruth Ogden", "Otto Graf"];
const nouns =
  "Road Ferry Orchard Wolf Letter Sparrow Moon Archive Tram River Dragon Winter Custard Island Engineer".split(
    " ",
  );

const books = nouns.map((noun, at) => ({
  id: at + 1,
  title: `The ${noun}`,
  author: people[at % 4] ?? "",
  kind: kinds[(at * 3 + Math.floor(at / 4)) % 4] ?? "",
  tongue: tongues[(at * at) % 3] ?? "",
  year: 1960 + ((at * 17) % 60),
}));
type Book = (typeof books)[number];

/** What goes wrong, each in a place of its own. */
type Fault = "there" | "ends" | "drops" | "numbers" | "newest" | "order" | "last" | "bounds" | "static";

const PER = 6;

/** A catalogue that the server draws: a form for words, years and the order, and links that choose, with numbers. */
const catalogue = (...faults: Fault[]): Pages => {
  const has = (fault: Fault): boolean => faults.includes(fault);
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const send = (status: number, main: string): void =>
      void response
        .writeHead(status, { "content-type": "text/html; charset=utf-8" })
        .end(
          `<!doctype html><html lang=en><title>Books</title><link rel=icon href="data:,"><main>${main}</main>`,
        );
    const book = books.find(({ id }) => pathname === `/books/${id}`);
    if (book)
      return send(
        200,
        `<h1>${book.title}</h1><p>By <a href="/people/${people.indexOf(book.author) + 1}">${book.author}</a></p>`,
      );
    const writer = people[Number(/^\/people\/(\d+)$/.exec(pathname)?.[1]) - 1];
    if (writer !== undefined) return send(200, `<h1>${writer}</h1><p>Writes books.</p>`);
    if (pathname.startsWith("/books/") && has("there")) return send(200, "<h1>This book does not exist</h1>");
    if (pathname !== "/") return send(404, "<h1>Not found</h1>");
    const asked = {
      q: "",
      from: "",
      to: "",
      kind: "",
      tongue: "",
      sort: "",
      ...Object.fromEntries(searchParams),
    };
    const fits = (each: Book, by: typeof asked): boolean =>
      `${each.title} ${each.author}`.toLowerCase().includes(by.q.toLowerCase()) &&
      each.year >= Number(by.from || 0) &&
      (has("ends") ? each.year < Number(by.to || 9999) : each.year <= Number(by.to || 9999)) &&
      (by.kind === "" || each.kind === by.kind) &&
      (by.tongue === "" || each.tongue === by.tongue);
    const rows = books.filter((each) => fits(each, asked));
    if (asked.sort === "newest") rows.sort((a, b) => (has("newest") ? a.year - b.year : b.year - a.year));
    // What was added last need not be of the last year.
    else if (asked.sort === "added") rows.reverse();
    else rows.sort((a, b) => a.title.localeCompare(b.title));
    const pages = Math.ceil(rows.length / PER);
    const page = Number(searchParams.get("page") ?? 1);
    const link = (change: Partial<typeof asked> & { page?: string }): string =>
      `/?${new URLSearchParams(Object.entries({ ...asked, page: "", ...change }).filter(([, value]) => value !== ""))}`;
    const choices = (key: "kind" | "tongue", name: string, values: string[]): string =>
      `<h2>${name}</h2><ul>${values
        .map((value) => {
          const forgets = key === "kind" && (has("drops") || has("static"));
          const counts = key === "kind" && (has("numbers") || has("static")) ? { ...asked, q: "" } : asked;
          const number = books.filter((each) => fits(each, { ...counts, [key]: value })).length;
          const to = link({ [key]: value, ...(forgets && { q: "" }) });
          return number === 0 ? "" : `<li><a href="${to}">${value}</a> (${number})</li>`;
        })
        .join("")}</ul>`;
    const offered = has("last") && pages > 2 ? pages - 1 : pages;
    const turn = (to: number): string =>
      link({
        page: String(to),
        ...(has("order") && { sort: "" }),
        ...(has("bounds") && { from: "", to: "" }),
      });
    const option = (value: string, text: string): string =>
      `<option value="${value}"${asked.sort === value ? " selected" : ""}>${text}</option>`;
    send(
      200,
      `<h1>Books</h1><form><label>Title or author <input type=search name=q value="${asked.q}"></label>
      <label>Year from <input name=from value="${asked.from}"></label> <label>to <input name=to value="${asked.to}"></label>
      <label>Sort by <select name=sort>${option("", "Title")}${option("newest", "Newest first")}${has("static") ? option("added", "Latest") : ""}</select></label> <button>Search</button></form>
      ${choices("kind", "Kind", kinds)}${choices("tongue", "Language", tongues)}<p>${rows.length} ${rows.length === 1 ? "book" : "books"} found</p>
      <ul class=books>${rows
        .slice((page - 1) * PER, page * PER)
        .map(
          (each) =>
            `<li><a href="/books/${each.id}">${each.title}</a> ${each.author}, ${each.year} · ${each.kind} · ${each.tongue}</li>`,
        )
        .join(
          "",
        )}</ul><nav aria-label=Pages>${Array.from({ length: offered }, (_, at) => `<a href="${turn(at + 1)}">${at + 1}</a>`).join(" ")}
      ${page < offered ? `<a href="${turn(page + 1)}">Next</a>` : ""}</nav>`,
    );
  };
};

type Try = [what: string, faults: Fault[], failing: string[]];

const tries: Try[] = [
  ["that chooses, bounds and sorts well", [], []],
  // A menu of kinds is no part of what was searched for, and the latest are those that came last.
  ["whose kinds are a menu", ["static"], []],
  [
    "that loses what was chosen",
    ["ends", "drops", "order", "there"],
    ["unknown-status", "facets-home-kind-searched", "bounds-home-year-from", "sort-pages-home"],
  ],
  [
    "that counts wrongly",
    ["numbers", "newest", "last", "bounds"],
    ["facets-home-kind-searched", "sort-home", "said-pages-home", "bounds-pages-home-to"],
  ],
];

it.each(tries)("a suite for a catalogue %s", { timeout: 300_000 }, async (_, faults, expected) => {
  const limits = { pages: 12, actions: 300, depth: 3 };
  const { failing, yaml } = await tryPages(browser, catalogue(...faults), limits);
  expect(failing.toSorted()).toEqual(expected.toSorted());
  for (const id of [
    "facets-home-kind",
    "bounds-home-year-from",
    "bounds-pages-home-to",
    "sort-home",
    "said-pages-home",
    "search-home",
  ])
    expect(yaml).toContain(`id: ${id}`);
});
