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

const KINDS = ["Concert", "Theatre", "Comedy"];
const CITIES = ["Portland", "Boise", "Tacoma"];
const EVENTS = Array.from({ length: 21 }, (_, at) => ({
  name: `Evening ${at + 1}`,
  kind: KINDS[at % 3] ?? "",
  city: CITIES[Math.floor(at / 3) % 3] ?? "",
}));
const PAGE = 9;

/** Events in pages, chosen by kind and city, with a line that says how many were found; `counts` gives what it goes by. */
const createEvents = (counts: ("kind" | "city")[]): RequestListener => {
  return (request, response) => {
    const { searchParams: query } = new URL(request.url ?? "/", "http://events");
    const by = (names: ("kind" | "city")[]): typeof EVENTS =>
      EVENTS.filter((event) =>
        names.every((name) => (query.get(name) ?? "") === "" || event[name] === query.get(name)),
      );
    const found = by(["kind", "city"]);
    const page = Number(query.get("page") ?? 1);
    const shown = found.slice((page - 1) * PAGE, page * PAGE);
    const select = (name: string, label: string, all: string[]): string =>
      `<label>${label} <select name=${name}><option value="">All${all.map((each) => `<option${each === query.get(name) ? " selected" : ""}>${each}`).join("")}</select></label>`;
    const more = new URLSearchParams([...query].filter(([name]) => name !== "page"));
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>Events</title><link rel=icon href="data:,"><main><h1>What's on</h1><form action="/">${select("kind", "Kind", KINDS)}${select("city", "City", CITIES)}<button>Show</button></form>
      <p>${by(counts).length} events found</p><ul>${shown.map(({ name, kind, city }) => `<li><h2><a href="#${name}">${name}</a></h2><p>${kind}, ${city}</p></li>`).join("")}</ul>
      <nav aria-label=Pages>${page * PAGE < found.length ? `<a rel=next href="/?${more}&page=${page + 1}">Next</a>` : ""}</nav></main>`,
    );
  };
};

it.each([
  ["what was chosen", ["kind", "city"], []],
  ["the city alone", ["city"], ["said-home-chosen"]],
] as const)("how many were found goes by %s", { timeout: 240_000 }, async (_, counts, expected) => {
  const limits = { only: /^said-home/, pages: 8, actions: 300 };
  const { failing, yaml } = await tryPages(browser, createEvents([...counts]), limits);
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: said-home-chosen");
});
