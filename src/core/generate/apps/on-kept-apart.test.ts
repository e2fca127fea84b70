import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Item = { name: string; state: string };
const LISTS = { events: "event", articles: "article", people: "person", servers: "server", notes: "note" };
type List = keyof typeof LISTS;
const isList = (name: string): name is List => name in LISTS;

const PEOPLE = "ABCDEFGHIJKLMNOPQRS"
  .split("")
  .flatMap((letter) => [`${letter}ett`, `${letter}ino`, `${letter}ora`]);
const NAMES: { [list in List]: string[] } = {
  events: ["Market day", "Open stage", "Harvest walk"],
  articles: ["On knots", "On sails", "On tides"],
  people: PEOPLE,
  servers: ["Anchor", "Beacon", "Cutter"],
  notes: ["Buy paint", "Call the yard", "Oil the winch"],
};

/** Draws as many of the rows as are in view. */
const drawn = (rows: Item[]): string => `<div id=view style="height: 240px; overflow: auto"><div>
  <table aria-label=People style="position: sticky; top: 0"><thead><tr><th>Name<th>State</tr></thead><tbody></tbody></table></div></div>
  <script>const rows = ${JSON.stringify(rows).replaceAll("<", String.raw`\u003c`)}; view.firstElementChild.style.height = (rows.length + 9) * 24 + "px";
  const draw = () => { const from = Math.min(Math.floor(view.scrollTop / 24), rows.length - 9);
    document.querySelector("tbody").replaceChildren(...rows.slice(from, from + 9).map(({ name, state }) => { const row = document.createElement("tr");
      for (const text of [name, state]) row.insertCell().textContent = text; return row; })); };
  view.onscroll = draw; draw();</script>`;

/**
 * Events that somebody has to approve, articles that are drafts at first, people of whom but those in view are drawn, servers
 * that stay for a while once they are deleted, and notes that need no name; `lost`: what is made is not kept, what is
 * deleted stays as it was, and notes may have no name.
 */
const office = (lost: boolean): RequestListener => {
  const items = Object.fromEntries(
    Object.entries(NAMES).map(([list, names]) => [
      list,
      names.map((name): Item => ({ name, state: "live" })),
    ]),
  ) as { [list in List]: Item[] };
  let flash = "";

  const add = (list: List, typed: string): void => {
    const name = typed === "" && !lost ? "Untitled" : typed;
    if (lost && /^(?:events|articles|people)$/.test(list)) return;
    if (list === "events") flash = "<p role=status>Your event was submitted for review.</p>";
    const state = list === "events" ? "new" : list === "articles" ? "draft" : "live";
    items[list].push({ name, state });
  };

  const page = (list: List, state: string): string => {
    const rows = items[list].filter((each) => each.state === state || list === "servers");
    const own = ({ state: now }: Item, at: number): string =>
      `<td><form method=post action="/servers/${at}"><button>${now === "live" ? "Delete" : "Restore"}</button></form>`;
    const table = `<table aria-label=${list}><thead><tr><th>Name<th>State${list === "servers" ? "<th>" : ""}</tr></thead><tbody>${rows
      .map(
        (row, at) =>
          `<tr><td>${escapeHtml(row.name)}<td>${row.state}${list === "servers" ? own(row, at) : ""}</tr>`,
      )
      .join("")}</tbody></table>`;
    const tabs = `<p><a href="/articles">Published</a> <a href="/articles?state=draft">Drafts</a></p>`;
    const shown = list === "people" ? drawn(rows.toSorted((a, b) => a.name.localeCompare(b.name))) : table;
    return `<a href="/${list}/new">New ${LISTS[list]}</a>${list === "articles" ? tabs : ""}${shown}`;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://office.test");
    const [list = "", part = ""] = pathname.slice(1).split("/");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Office</a> ${Object.keys(
          LISTS,
        )
          .map((name) => `<a href="/${name}">${name[0]?.toUpperCase()}${name.slice(1)}</a>`)
          .join(" ")}</nav><main><h1>${title}</h1>${flash}${main}</main>`,
      );
      flash = "";
    };
    const form = (of: List, status: number): void => {
      const needs = of === "notes" ? (lost ? "" : "placeholder=Untitled") : "required";
      show(
        `New ${LISTS[of]}`,
        `<form method=post action="/${of}"><label>Name <input name=name ${needs}></label> <button>Save</button></form>`,
        status,
      );
    };
    if (list === "") return show("Office", "<p>All that we look after.</p>");
    if (!isList(list)) return show("Not found", "", 404);
    if (request.method === "POST") {
      const name = (new URLSearchParams(await textOf(request)).get("name") ?? "").trim();
      const item = items[list][Number(part)];
      if (part === "" && name === "" && list !== "notes") return form(list, 422);
      if (part === "") add(list, name);
      else if (item && !lost) item.state = item.state === "live" ? "scheduled for deletion" : "live";
      return void response.writeHead(303, { location: `/${list}` }).end();
    }
    if (part === "") return show(list, page(list, searchParams.get("state") ?? "live"));
    form(list, 200);
  };
  return (request, response) => void answer(request, response);
};

it.each<[string, boolean, string[]]>([
  ["is kept apart, or stays for a while", false, []],
  [
    "is lost, or stays as it was",
    true,
    ["create-article", "create-event", "create-note-needs-something", "create-person", "delete-server"],
  ],
])("what is made or deleted %s", { timeout: 300_000 }, async (_, lost, expected) => {
  const { failing } = await tryPages(browser, office(lost), {
    only: /^(?:create|delete)-/,
    pages: 14,
    actions: 400,
  });
  expect(failing.toSorted()).toEqual(expected);
});
