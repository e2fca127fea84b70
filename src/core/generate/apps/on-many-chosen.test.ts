import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const STATES = ["Lead", "Customer", "Former"];
const FIRST = ["Ada", "Bela", "Cora", "Dino", "Emil", "Fay"];
const BEGINS = ["Ab", "Be", "Co", "Du", "El", "Fa"];
const ENDS = ["ner", "rick", "stone", "ton", "well", "wood"];
const PEOPLE = FIRST.flatMap((first, at) =>
  ENDS.map((end, other) => ({ name: `${first} ${BEGINS[at]}${end}`, state: STATES[(at + other) % 3] ?? "" })),
);
const PER = 8;

/** People of three states, each of which has more than one page; `careless`: a search forgets what was chosen. */
const people =
  (careless: boolean): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const [term, state, page] = ["q", "state", "page"].map((name) => searchParams.get(name) ?? "");
    const found = PEOPLE.filter(
      (each) =>
        each.name.toLowerCase().includes((term ?? "").toLowerCase()) &&
        (!state || (careless && term) || each.state === state),
    );
    const at = Number(page || 1);
    const rows = found.slice((at - 1) * PER, at * PER);
    const next = new URLSearchParams({ q: term ?? "", state: state ?? "", page: String(at + 1) });
    const options = ["", ...STATES].map(
      (each) =>
        `<option value="${each}"${each === state ? " selected" : ""}>${each || "All states"}</option>`,
    );
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>People</title><link rel=icon href="data:,"><main><h1>People</h1>
      <form><label>Search <input type=search name=q value="${escapeHtml(term ?? "")}"></label> <label>State <select name=state onchange="this.form.submit()">${options.join("")}</select></label> <button>Search</button></form>
      <p>${found.length} people</p><table><thead><tr><th>Name<th>State</tr></thead><tbody>${rows.map((each) => `<tr><td>${each.name}<td>${each.state}</tr>`).join("")}</tbody></table>
      ${at * PER < found.length ? `<p><a href="/?${escapeHtml(next.toString())}">Next</a>` : ""}</main>`);
  };

it.each<[boolean, string[]]>([
  [false, []],
  [true, ["filters-together-home-search-state"]],
])(
  "a search among what was chosen of much, which a search forgets: %s",
  { timeout: 240_000 },
  async (careless, told) => {
    const limits = { only: /^filters-together/, pages: 8, actions: 300 };
    const { failing, yaml } = await tryPages(browser, people(careless), limits);
    expect(yaml).toContain("id: filters-together-home-");
    expect(failing).toEqual(told);
  },
);
