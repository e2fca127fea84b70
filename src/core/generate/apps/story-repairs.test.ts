import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** How the workshop goes wrong; each leaves the others to be seen. */
type Fault = "order" | "total" | "end" | "tile" | "state" | "landing" | "twice" | "line";

const states = ["Waiting", "At work", "Ready"];
const wheels = ["Racer", "Tandem", "Cargo bike", "Folding bike", "Mountain bike", "City bike"];

type Repair = { id: number; bike: string; state: string; by: string; notes: string[] };

const PER_PAGE = 5;
/** In order of its letters, 100 comes before 98. */
const FIRST = 98;

const workshop = (): Repair[] =>
  Array.from({ length: 13 }, (_, at) => ({
    id: at + FIRST,
    bike: `${wheels[at % wheels.length] ?? ""} of ${["Kim", "Lou", "Pat next door"][Math.floor(at / wheels.length)] ?? ""}`,
    state: states[at % 5 === 4 ? 2 : at % 2] ?? "",
    by: at % 4 === 2 ? "nobody" : "Jo",
    notes: ["Rear light is loose.", "Chain is worn."].slice(0, at % 3),
  }));

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Today</a>
  <a href="/repairs">Repairs</a></nav><main><h1>${title}</h1>${main}</main>`;

const select = (label: string, name: string, options: string[], value: string): string =>
  `<label>${label} <select name=${name}>${options.map((each) => `<option${each === value ? " selected" : ""}>${each}`).join("")}</select></label>`;

const answering = (faults: Fault[]) => {
  const has = (fault: Fault): boolean => faults.includes(fault);
  const all = workshop();
  let last = FIRST + all.length - 1;
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

  const today = (): string => {
    const ready = (state: string): number => all.filter((each) => each.state === state).length;
    const tile = (state: string): string => {
      const number = has("tile") && state === "Ready" ? ready(state) + 4 : ready(state);
      const query = { Waiting: "state=Waiting", "At work": "bench=1", Ready: "done=1" }[state] ?? "";
      return `<a href="/repairs?${query}"><strong>${number}</strong> ${state}</a>`;
    };
    const recent = all.slice(0, 5);
    return shell(
      "Today",
      `<section>${states.map(tile).join(" ")}</section><p>${all.flatMap(({ notes }) => notes).length} notes</p><h2>First</h2><ul aria-label=First>${recent
        .map((each) => {
          const by = has("line") && each.by === "nobody" ? "" : each.by;
          return `<li><a href="/repairs/${each.id}">${escapeHtml(each.bike)}</a> – ${each.state}, ${by}</li>`;
        })
        .join("")}</ul>`,
    );
  };

  const list = (query: URLSearchParams): string => {
    const q = query.get("q") ?? "";
    const state =
      query.get("state") ?? (query.has("bench") ? "At work" : query.has("done") ? "Ready" : "Any state");
    const [sort, dir] = [query.get("sort") ?? "", query.get("dir") ?? ""];
    const found = all
      .filter(({ bike }) => bike.toLowerCase().includes(q.toLowerCase()))
      .filter((each) => state === "Any state" || each.state === state)
      .toSorted((a, b) => (sort !== "" && has("order") ? (`${a.id}` < `${b.id}` ? -1 : 1) : a.id - b.id));
    const rows = dir === "down" ? found.toReversed() : found;
    const pages = has("end") ? Math.floor(rows.length / PER_PAGE) : Math.ceil(rows.length / PER_PAGE);
    const page = Math.max(1, Math.min(pages, Number(query.get("page") ?? 1)));
    const shown = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const to = (more: Record<string, string>): string =>
      `/repairs?${new URLSearchParams({ q, state, sort, dir, ...more }).toString()}`;
    const number = has("total") ? all.length : rows.length;
    return shell(
      "Repairs",
      `<p><a href="/repairs/new">New repair</a></p><form role=search>
      <label>Search <input type=search name=q value="${escapeHtml(q)}"></label> ${select("State", "state", ["Any state", ...states], state)} <button>Apply</button></form>
      ${
        shown.length === 0
          ? "<p>No repairs.</p>"
          : `<p>Showing ${(page - 1) * PER_PAGE + 1}–${(page - 1) * PER_PAGE + shown.length} of ${count(number, "repair")}</p><table><thead><tr><th><a href="${escapeHtml(to({ sort: "id", dir: sort === "" || dir === "down" ? "up" : "down" }))}">No.</a><th>Bike<th>State</tr></thead><tbody>${shown
              .map(
                (each) =>
                  `<tr><td>#${each.id}<td><a href="/repairs/${each.id}">${escapeHtml(each.bike)}</a><td>${each.state}</tr>`,
              )
              .join("")}</tbody></table>`
      }<p aria-label=Pages>${page > 1 ? `<a rel=prev href="${escapeHtml(to({ page: `${page - 1}` }))}">Previous</a>` : ""}
      ${page < pages ? `<a rel=next href="${escapeHtml(to({ page: `${page + 1}` }))}">Next</a>` : ""}</p>`,
    );
  };

  /** Notes can be quoted, as the repair can. */
  const quote = `<details><summary>Quote</summary><p>In words of the workshop.</p></details>`;
  const one = ({ id, bike, state, notes }: Repair): string =>
    shell(
      escapeHtml(bike),
      `<article class=repair><h2>What is known</h2><p><a href="/repairs/${id}/edit">Edit repair</a></p><dl><dt>State<dd>${state}</dl>${quote}</article>
      <form method=post action="/repairs/${id}/state">${select("Change state", "state", states, state)} <button>Update state</button></form>
      <h2>${count(notes.length, "note")}</h2>${notes.map((text) => `<article class=note><p>${escapeHtml(text)}</p>${quote}</article>`).join("")}
      <form method=post action="/repairs/${id}/notes"><label>Note <textarea name=text required></textarea></label> <button>Add note</button></form>
      <form method=post action="/repairs/${id}/delete"><button>Delete repair</button></form>`,
    );

  const form = (value: string): string =>
    `<form method=post><label>Bike <input name=bike required value="${escapeHtml(value)}"></label> <button>Save repair</button></form>`;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const [, , id = "", part = ""] = pathname.split("/");
    const send = (status: number, html: string): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(html);
    const posted = request.method === "POST" ? new URLSearchParams(await textOf(request)) : null;
    const goTo = (location: string): void => void response.writeHead(303, { location }).end();
    if (pathname === "/") return send(200, today());
    if (pathname === "/repairs") return send(200, list(searchParams));
    const bike = posted?.get("bike")?.trim() ?? "";
    if (id === "new") {
      if (!posted) return send(200, shell("New repair", form("")));
      if (bike === "") return send(422, shell("New repair", form("")));
      last += 1;
      all.push({ id: last, bike, state: states[0] ?? "", by: "Jo", notes: [] });
      return goTo(`/repairs/${has("landing") ? last - 1 : last}`);
    }
    const item = all.find((each) => `${each.id}` === id);
    if (!item) return send(404, shell("Nothing here", ""));
    if (part === "edit" && !posted) return send(200, shell("Edit repair", form(item.bike)));
    if (part === "edit" && bike === "") return send(422, shell("Edit repair", form("")));
    if (part === "edit") item.bike = bike;
    if (part === "state" && !has("state")) item.state = posted?.get("state") ?? item.state;
    if (part === "notes") {
      const text = posted?.get("text") ?? "";
      item.notes.push(...(has("twice") ? [text, text] : [text]));
    }
    if (part === "delete") all.splice(all.indexOf(item), 1);
    if (part === "") return send(200, one(item));
    return goTo(part === "delete" ? "/repairs" : `/repairs/${item.id}`);
  };
};

const tryWorkshop = (...faults: Fault[]): Promise<SuiteForApp> => {
  const answer = answering(faults);
  return suiteForApp(browser, (request, response) => void answer(request, response));
};

it(
  "a suite for a sound workshop has no finding, and looks at lists to their end and at what item pages set",
  { timeout: 480_000 },
  async () => {
    const { told, dropped, cases } = await tryWorkshop();
    expect([told, dropped]).toEqual([[], []]);
    expect(cases).toEqual(
      expect.arrayContaining([
        "range-repairs",
        "range-repairs-chosen",
        "sort-repairs-no",
        "parts-home",
        "set-change-state-repair",
        "shows-repair",
      ]),
    );
  },
);

it(
  "a suite for a workshop that miscounts, loses and doubles finds each fault",
  { timeout: 480_000 },
  async () => {
    const { found, dropped } = await tryWorkshop(
      "order",
      "total",
      "end",
      "state",
      "landing",
      "twice",
      "line",
    );
    expect(found).toEqual(
      expect.arrayContaining([
        "lines-home",
        "range-repairs",
        "range-repairs-chosen",
        "set-change-state-repair",
        "shows-repair",
        "sort-repairs-no",
      ]),
    );
    expect(found.some((id) => id.startsWith("post-"))).toBe(true);
    expect(dropped).toEqual([]);
  },
);

it("a number that is not that of the list it leads to is found", { timeout: 480_000 }, async () => {
  const { found } = await tryWorkshop("tile");
  expect(found).toEqual(["parts-home"]);
});
