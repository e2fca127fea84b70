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

const FINES: [string, string, number][] = [
  ["2 Mar 2026", "Ben Okafor", 3.5],
  ["1 Mar 2026", "Alice Benson", 10],
  ["28 Feb 2026", "Tom Berry", 1.75],
  ["20 Feb 2026", "Rosa Lind", 15],
  ["11 Feb 2026", "Karen Doyle", 2],
];

/** Fines with a field to look for a member above a column of that name, whose heading bears an arrow once it is sorted by. */
const createFines =
  (asText: boolean): RequestListener =>
  (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://library");
    const sort = searchParams.get("sort") ?? "date";
    const dir = searchParams.get("dir") ?? (sort === "date" ? "desc" : "asc");
    const q = searchParams.get("q") ?? "";
    const key = ([day, member, amount]: [string, string, number]): string | number =>
      sort === "member"
        ? member
        : sort === "amount"
          ? asText
            ? `€${amount.toFixed(2)}`
            : amount
          : Date.parse(day);
    const rows = FINES.filter(([, member]) => member.toLowerCase().includes(q.toLowerCase())).toSorted(
      (a, b) => (key(a) < key(b) ? -1 : 1) * (dir === "asc" ? 1 : -1),
    );
    const head = (by: string, name: string): string => {
      const arrow = sort === by ? (dir === "asc" ? " ▲" : " ▼") : "";
      return `<th><a href="/?sort=${by}&dir=${sort === by && dir === "asc" ? "desc" : "asc"}">${name}${arrow}</a>`;
    };
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Fines</title><link rel=icon href="data:,"><main><h1>Fines</h1>
      <form role=search><label>Member <input type=search name=q value="${q}"></label> <button>Filter</button></form>
      <table><thead><tr>${head("date", "Date")}${head("member", "Member")}${head("amount", "Amount")}</thead><tbody>${rows
        .map(([day, member, amount]) => `<tr><td>${day}<td>${member}<td>€${amount.toFixed(2)}`)
        .join("")}</table></main>`,
    );
  };

it.each([
  ["is sorted as it should be", false, []],
  ["takes amounts for texts", true, ["sort-home-date"]],
])(
  "a list with a field that is called as a column is, and %s",
  { timeout: 240_000 },
  async (_, asText, expected) => {
    const { failing, yaml } = await tryPages(browser, createFines(asText), {
      only: /^sort-/,
      pages: 6,
      actions: 300,
    });
    expect(failing).toEqual(expected);
    expect(yaml).toContain('Sorting by "Date", "Member" and "Amount"');
  },
);
