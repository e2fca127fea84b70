import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const ARTICLES = ["Apron, denim", "Butter dish", "Cake tin", "Deep fryer", "Egg timer"];
const HOUSES = ["Hamburg", "Leipzig", "Regensburg"];

type Move = { article: string; house: string; quantity: string; note: string };
type Count = { id: number; name: string; house: string };

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const options = (all: string[], chosen: string): string =>
  ["Choose", ...all]
    .map(
      (each, at) => `<option value="${at ? each : ""}"${each === chosen ? " selected" : ""}>${each}</option>`,
    )
    .join("");

/**
 * A stock book: what is taken from one place and put into another are two rows; one count is open in each place; a log whose
 * entries are sentences that lead to what they are about. `doubles`: a transfer is written down twice.
 */
const stockBook = (doubles: boolean): RequestListener => {
  const moves: Move[] = ARTICLES.map((article, at) => ({
    article,
    house: "Leipzig",
    quantity: String(at + 2),
    note: "First delivery",
  }));
  const counts: Count[] = [
    { id: 1, name: "Spring count", house: "Leipzig" },
    { id: 2, name: "Autumn count", house: "Regensburg" },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const value = (name: string): string => sent.get(name) ?? "";
    const lead = (location: string): void => void response.writeHead(303, { location }).end();
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><link rel=icon href="data:,"><title>${escape(title)}</title><nav><a href="/">Articles</a> <a href="/log">Log</a> <a href="/moves">Movements</a> <a href="/counts">Counts</a></nav><main><h1>${escape(title)}</h1>${main}</main>`,
      );
    };
    const table = (name: string, columns: string[], rows: string[][]): string =>
      `<table aria-label="${name}"><thead><tr>${columns.map((each) => `<th>${each}`).join("")}</tr></thead><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join("")}</tr>`).join("")}</tbody></table>`;
    const form = (fields: string, button: string, error = ""): string =>
      `<form method=post>${error && `<p class=error>${error}</p>`}${fields}<button>${button}</button></form>`;
    const house = (name: string, label: string): string =>
      `<p><label>${label} <select name=${name} required>${options(HOUSES, value(name))}</select></label>`;
    const text = (name: string, label: string): string =>
      `<p><label>${label} <input name=${name} required maxlength=200 value="${escape(value(name))}"></label>`;
    const article = ARTICLES[Number(/^\/articles\/(\d)$/.exec(pathname)?.[1] ?? 99)];
    const count = counts.find(({ id }) => pathname === `/counts/${id}`);
    if (pathname === "/")
      return show(
        "Articles",
        table(
          "Articles",
          ["Name", "Shelf"],
          ARTICLES.map((name, at) => [`<a href="/articles/${at}">${name}</a>`, `${at + 1}`]),
        ),
      );
    if (article) return show(article, `<p>On shelf ${ARTICLES.indexOf(article) + 1}.</p>`);
    if (pathname === "/log")
      return show(
        "Log",
        table(
          "Log",
          ["Day", "What"],
          ARTICLES.map((name, at) => [
            `${at + 1} May 2026`,
            `<a href="/articles/${at}">Adjusted ${name} by ${at + 2} in ${HOUSES[at % 3]}</a>`,
          ]),
        ),
      );
    if (pathname === "/moves")
      return show(
        "Movements",
        `<p><a href="/moves/new">New transfer</a></p>${table(
          "Movements",
          ["Article", "Place", "Quantity", "Note"],
          moves.map((each) => [each.article, each.house, each.quantity, escape(each.note)]),
        )}`,
      );
    if (pathname === "/moves/new") {
      if (request.method !== "POST")
        return show(
          "New transfer",
          form(
            `<p><label>Article <select name=article required>${options(ARTICLES, "")}</select></label>${house("from", "From")}${house("to", "To")}<p><label>Quantity <input type=number name=quantity min=1 required></label>${text("note", "Note")}`,
            "Transfer",
          ),
        );
      const rows = ["from", "to"].map((at, sign): Move => ({
        article: value("article"),
        house: value(at),
        quantity: `${sign ? "" : "−"}${value("quantity")}`,
        note: value("note"),
      }));
      moves.unshift(...(doubles ? [rows[0]!, rows[0]!] : rows));
      return lead("/moves");
    }
    if (pathname === "/counts")
      return show(
        "Counts",
        `<p><a href="/counts/new">New count</a></p>${table(
          "Counts",
          ["Name", "Place"],
          counts.map(({ id, name, house: place }) => [`<a href="/counts/${id}">${escape(name)}</a>`, place]),
        )}`,
      );
    if (pathname === "/counts/new") {
      const fields = `${text("name", "Name")}${house("house", "Place")}`;
      if (request.method !== "POST") return show("New count", form(fields, "Start count"));
      if (counts.some(({ house: place }) => place === value("house")))
        return show("New count", form(fields, "Start count", `A count is open in ${value("house")}.`));
      counts.push({ id: counts.length + 1, name: value("name"), house: value("house") });
      return lead(`/counts/${counts.length}`);
    }
    return count
      ? show(count.name, `<p>In ${count.house}.</p>`)
      : show("Not found", "<p>There is no such page.</p>", 404);
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["two rows of a transfer", false, []],
  ["the same row twice", true, ["create-transfer-whole"]],
])("a stock book with %s", { timeout: 240_000 }, async (_, doubles, expected) => {
  const { found, told, dropped, cases } = await suiteForApp(browser, stockBook(doubles));
  expect(told).toHaveLength(expected.length);
  expect(found).toEqual(expected);
  expect(dropped.join("\n")).toContain("does not take what it took");
  expect(cases).toContain("items-home");
  expect(cases).not.toContain("items-log");
});
