import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** How the year of the report is chosen. */
type By = "choice" | "button" | "owner" | "turning";
/** What comes of a year of which there is nothing. */
type Fault = "breaks" | "has none" | "says so";

const NOW = 2026;
const WITH_DATA = [NOW, NOW - 1];

const controls: Record<By, string> = {
  choice: `<label>Year <select id=year>${[0, 1, 2, 3].map((ago) => `<option>${NOW - ago}`).join("")}</select></label>`,
  button: `<form id=choose><label>Year <select id=year>${[0, 1, 2, 3].map((ago) => `<option>${NOW - ago}`).join("")}</select></label> <button>Show</button></form>`,
  owner: `<form id=choose><label>Owner <select id=year><option value=${NOW}>Everybody</option><option value=${NOW - 1}>Ann</option><option value=${NOW - 2}>Bob</option></select></label> <button>Show</button></form>`,
  turning: `<button id=less aria-label="Previous year">‹</button> <strong id=shown></strong> <button id=more aria-label="Next year">›</button>`,
};

const script = `
  let year = ${NOW};
  const load = async () => {
    if (self.shown) shown.textContent = year;
    const answer = await fetch("/api/report/" + year);
    const { total, error } = await answer.json();
    result.textContent = error ?? (total === null ? "Nothing was spent in " + year + "." : "Spent: " + total);
  };
  const turn = (by) => { year += by; load(); };
  if (self.less) [less.onclick, more.onclick] = [() => turn(-1), () => turn(1)];
  const choose = document.querySelector("form");
  const chosen = () => { year = Number(document.querySelector("#year").value); load(); };
  if (choose) choose.onsubmit = (event) => { event.preventDefault(); chosen(); };
  else if (document.querySelector("#year")) document.querySelector("#year").onchange = chosen;
  load();`;

const createReport =
  (by: By, fault: Fault): RequestListener =>
  ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
    const year = Number(/^\/api\/report\/(\d+)$/.exec(url)?.[1] ?? 0);
    const reply = (status: number, body: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (year > 0) {
      if (WITH_DATA.includes(year)) return reply(200, { total: year - 1900 });
      if (fault === "breaks") return reply(500, { error: "Something went wrong" });
      return fault === "has none" ? reply(404, { error: "Nothing was spent." }) : reply(200, { total: null });
    }
    response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Report</title><link rel=icon href="data:,"><main><h1>Report</h1>${controls[by]}<p id=result></p></main><script>${script}</script>`,
    );
  };

it.each<[By, Fault, string[]]>([
  ["choice", "breaks", ["views-home-year"]],
  ["choice", "says so", []],
  ["choice", "has none", []],
  ["button", "breaks", ["views-home-year"]],
  ["button", "says so", []],
  ["owner", "breaks", ["views-home-owner"]],
  ["owner", "says so", []],
  ["turning", "breaks", ["periods-home-around"]],
  ["turning", "says so", []],
  ["turning", "has none", []],
])(
  "a report by %s that %s for a year with nothing in it",
  { timeout: 240_000 },
  async (by, fault, expected) => {
    const { failing, yaml } = await tryPages(browser, createReport(by, fault), {
      only: /^(?:views|periods)-/,
    });
    expect(failing).toEqual(expected);
    expect(yaml).toMatch(/id: (?:views-home-(?:year|owner)|periods-home-around)/);
  },
);
