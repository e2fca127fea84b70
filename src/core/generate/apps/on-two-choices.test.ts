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

const STATES = ["Open", "Closed"];
const RANKS = ["Low", "Medium", "High"];
const PEOPLE = ["Ann", "Bo", "Cleo"];
const TICKETS = Array.from({ length: 45 }, (_, at) => ({
  name: `Ticket ${100 + at}`,
  state: STATES[at % 2] ?? "",
  rank: RANKS[Math.floor(at / 2) % 3] ?? "",
  person: PEOPLE[Math.floor(at / 6) % 3] ?? "",
}));
const PAGE = 15;

type Fault = "ignores the rank in a state" | "forgets the state";

/** Tickets in pages, chosen by state, rank and person. */
const createDesk = (fault?: Fault): RequestListener => {
  return (request, response) => {
    const { searchParams: query } = new URL(request.url ?? "/", "http://desk");
    const asked = (name: string): string => query.get(name) ?? "";
    const state = fault === "forgets the state" && asked("rank") !== "" ? "" : asked("state");
    const rank = fault === "ignores the rank in a state" && state !== "" ? "" : asked("rank");
    const found = TICKETS.filter(
      (each) =>
        (state === "" || each.state === state) &&
        (rank === "" || each.rank === rank) &&
        (asked("person") === "" || each.person === asked("person")),
    );
    const page = Number(query.get("page") ?? 1);
    const shown = found.slice((page - 1) * PAGE, page * PAGE);
    const held = (name: string): string => (name === "state" ? state : asked(name));
    const select = (name: string, label: string, all: string[]): string =>
      `<label>${label} <select name=${name}><option value="">All${all.map((each) => `<option${each === held(name) ? " selected" : ""}>${each}`).join("")}</select></label>`;
    const more = new URLSearchParams([...query].filter(([name]) => name !== "page"));
    const next = page * PAGE < found.length ? `<a href="/?${more}&page=${page + 1}" rel=next>Next</a>` : "";
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>Desk</title><link rel=icon href="data:,"><main><h1>Tickets</h1><form action="/">${select("state", "State", STATES)}${select("rank", "Rank", RANKS)}${select("person", "Person", PEOPLE)}<button>Show</button></form>
      <table><thead><tr><th>Ticket<th>State<th>Rank<th>Person</tr></thead><tbody>${shown.map((each) => `<tr><td>${each.name}<td>${each.state}<td>${each.rank}<td>${each.person}</tr>`).join("")}</tbody></table><nav aria-label=Pages>${next}</nav></main>`,
    );
  };
};

it.each([
  [undefined, []],
  ["ignores the rank in a state", ["filters-both-home-state-rank"]],
  // One choice takes the place of the other, and the form says so.
  ["forgets the state", []],
] as const)("of two choices at once a list %s", { timeout: 240_000 }, async (fault, expected) => {
  const limits = { only: /^filters-both-/, pages: 8, actions: 300 };
  const { failing, yaml } = await tryPages(browser, createDesk(fault), limits);
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: filters-both-home-");
});
