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

const states = { open: 9, progress: 4, review: 3, overdue: 2 };
const names = { open: "Open", progress: "In progress", review: "In review", overdue: "Overdue" };
type State = keyof typeof states;
const all = Object.keys(states) as State[];

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Tickets with a start page of tiles and a table of the same, which stand so that "3 In progress" could be read of the wrong one; who is on duty has a week of days. */
const tickets =
  (shown: Partial<Record<State, number>>): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://desk.test");
    const chosen = all.find((state) => state === searchParams.get("status"));
    const rows = all.flatMap((state) => Array.from({ length: states[state] }, (_, at) => ({ state, at })));
    const listed = rows.filter(({ state }) => chosen === undefined || state === chosen);
    const link = (state: State, words: string, kind = ""): string =>
      `<a${kind} href="/tickets?status=${state}">${words}</a>`;
    const home = `<h1>Dashboard</h1><div class=tiles>${all.map((state) => link(state, `<b>${shown[state] ?? states[state]}</b> ${names[state]}`, " class=tile")).join(" ")} <a class=tile href="/duty"><b>6</b> On duty rosters</a></div>
      <table aria-label="By status"><tbody>${all.map((state) => `<tr><th scope=row>${link(state, names[state])}<td>${states[state]}</tr>`).join("")}</tbody></table>`;
    const list = `<h1>Tickets</h1><table aria-label=Tickets><thead><tr><th>Ticket<th>Status</tr></thead><tbody>${listed
      .map(({ state, at }) => `<tr><td>${names[state]} ${"abcdefghij"[at] ?? ""}<td>${names[state]}</tr>`)
      .join("")}</tbody></table>`;
    const week = `<h1>Timetable</h1><div class=week>${days.map((day, at) => `<section><h2>${day}</h2>${day === "Sunday" ? "Closed" : `<a href="/tickets?status=${all[at % 4]}">${["Ada", "Ben", "Cleo"][at % 3]}</a>`}</section>`).join("")}</div>`;
    const pages: Record<string, string> = { "/": home, "/tickets": list, "/duty": week };
    const isKnown = pathname in pages;
    response.writeHead(isKnown ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Desk</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Dashboard</a> <a href="/tickets">Tickets</a> <a href="/duty">Timetable</a></nav><main>${pages[pathname] ?? ""}</main>`,
    );
  };

it.each<[string, Partial<Record<State, number>>, string[]]>([
  ["that are right", {}, []],
  ["of which one counts more than it leads to", { progress: 7 }, ["parts-home"]],
  ["of which one may be of fewer, as of those that are one's own", { progress: 1 }, []],
])("tiles of a start page %s", { timeout: 240_000 }, async (_, shown, expected) => {
  const { failing, yaml } = await tryPages(browser, tickets(shown), {
    only: /^parts/,
    pages: 9,
    actions: 120,
  });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: parts-home\n");
  expect(yaml).toContain(shown.progress === 1 ? "By status" : "div.tiles");
});

/** Tickets in parts of five, which say first how many there are, below tiles that have a sentence each on what they count. */
const inParts =
  (shown: Partial<Record<State, number>>, sentence: string | null): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://desk.test");
    const chosen = all.find((state) => state === searchParams.get("status"));
    const from = Number(searchParams.get("from") ?? 0);
    const rows = all.flatMap((state) => Array.from({ length: states[state] }, (_, at) => ({ state, at })));
    const listed = rows.filter(({ state }) => chosen === undefined || state === chosen);
    const part = listed.slice(from, from + 5);
    const next = new URLSearchParams({ ...(chosen && { status: chosen }), from: String(from + 5) });
    const tile = (state: State): string =>
      sentence === null
        ? `<section class=card><h2>${names[state]}</h2><p>${shown[state] ?? states[state]}</p><p>€${states[state]},250.00</p><p><a href="/tickets?status=${state}">Show ${names[state].toLowerCase()}</a></p></section>`
        : `<li><a class=tile href="/tickets?status=${state}"><b>${shown[state] ?? states[state]}</b><span>${names[state]}</span><div>${sentence}</div></a></li>`;
    const tiles = all.map(tile).join("");
    const home = `<h1>Dashboard</h1>${sentence === null ? `<div class=cards>${tiles}</div>` : `<ul>${tiles}</ul>`}`;
    const list = `<h1>Tickets</h1><p role=status>${listed.length} tickets found, showing ${from + 1}–${from + part.length}</p><table aria-label=Tickets><thead><tr><th>Ticket<th>Status</tr></thead><tbody>${part
      .map(({ state, at }) => `<tr><td>${names[state]} ${"abcdefghij"[at] ?? ""}<td>${names[state]}</tr>`)
      .join(
        "",
      )}</tbody></table>${from + 5 < listed.length ? `<nav aria-label=Pages><a rel=next href="/tickets?${next}">Next</a></nav>` : ""}`;
    const pages: Record<string, string> = { "/": home, "/tickets": list };
    response.writeHead(pathname in pages ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Desk</title><link rel=icon href="data:,"><style>.tile b, .tile span { display: block; }</style><nav aria-label=Main><a href="/">Dashboard</a> <a href="/tickets">Tickets</a></nav><main>${pages[pathname] ?? ""}</main>`,
    );
  };

it.each<[string, string, Partial<Record<State, number>>, string[]]>([
  ["are right", "Those that are so at the moment", {}, []],
  ["count more than they lead to", "Those that are so at the moment", { open: 11 }, ["parts-home"]],
  ["count those of a week", "Since the last seven days", { open: 7 }, []],
])(
  "tiles with a sentence each, above lists in parts, %s",
  { timeout: 240_000 },
  async (_, sentence, shown, expected) => {
    const { failing, yaml } = await tryPages(browser, inParts(shown, sentence), {
      only: /^parts/,
      pages: 9,
      actions: 120,
    });
    expect(failing).toEqual(expected);
    expect(yaml.includes("id: parts-home\n")).toBe(!/last/.test(sentence));
  },
);

it.each<[string, Partial<Record<State, number>>, string[]]>([
  ["are right", {}, []],
  ["count more than they lead to", { open: 11 }, ["parts-home"]],
])(
  "cards with what they come to, and a link below that, %s",
  { timeout: 240_000 },
  async (_, shown, expected) => {
    const limits = { only: /^parts/, pages: 9, actions: 120 };
    const { failing, yaml } = await tryPages(browser, inParts(shown, null), limits);
    expect(failing).toEqual(expected);
    expect(yaml).toContain("id: parts-home\n");
  },
);
