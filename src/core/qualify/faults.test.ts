import { describe, expect, it } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import type { EdgeAnswer, ElementFact, Exchange, PageFacts } from "#ports/edge.ts";
import { httpFaults } from "./http-faults.ts";
import { injectFault } from "./inject.ts";
import { editJson, repeated } from "./json-edit.ts";
import { orderOf } from "./order.ts";
import { deadFaults, pageFaults } from "./page-faults.ts";
import { createRandom } from "./random.ts";
import { isOfApp, pathPatternOf, routeOf } from "./routes.ts";
import { countKinds, identified, sampleFaults } from "./sample.ts";
import { suggestionOf } from "./suggest.ts";
import type { Traffic } from "./traffic.ts";

const base = "http://app.example";
const json: [string, string][] = [["content-type", "application/json"]];

const exchange = (method: string, path: string, given: Partial<Exchange> = {}): Exchange => ({
  method,
  url: base + path,
  kind: "data",
  body: null,
  byStep: false,
  ...given,
});
const element = (css: string, text: string, given: Partial<ElementFact> = {}): ElementFact => ({
  css,
  tag: "p",
  role: null,
  text,
  chrome: false,
  interactive: false,
  ...given,
});
const page = (elements: ElementFact[], lists: PageFacts["lists"] = []): PageFacts => ({
  url: `${base}/things/7`,
  title: "Things",
  elements,
  lists,
});

const rows = ["1 Axe", "2 Bow", "3 Cup"].map((text) => ({ text, cells: text.split(" ") }));
const place = { caseId: "a", step: 2 };

/** A case opens a page, which asks for a thing, then saves it, and the page asks again. */
const traffic = (): Traffic => {
  const seen = (at: number, asked: Exchange, answer: Partial<EdgeAnswer>) => ({
    ...place,
    exchange: asked,
    route: routeOf(asked.url),
    answer: { status: 200, headers: json, body: null, ...answer },
    at,
  });
  const shown = (at: number, facts: PageFacts) => ({ ...place, facts, page: "/things/:id", at });
  return {
    exchanges: [
      seen(1, exchange("GET", "/api/things/7"), { body: '{"id":90210,"name":"Axe","hidden":"no"}' }),
      seen(3, exchange("POST", "/api/things/7", { body: '{"name":"Bow"}' }), { body: '{"name":"Bow"}' }),
      seen(4, exchange("GET", "/api/things/7"), { body: '{"id":90210,"name":"Bow","hidden":"no"}' }),
    ],
    facts: [
      shown(
        2,
        page([
          element("h1", "Axe", { role: "heading", tag: "h1" }),
          element("nav > a", "Home", { chrome: true }),
        ]),
      ),
      shown(
        5,
        page(
          [element("h1", "Bow", { role: "heading", tag: "h1" }), element("p", "3 things")],
          [{ css: "tbody", tag: "tbody", chrome: false, rows }],
        ),
      ),
    ],
    acts: [
      { ...place, url: `${base}/things/7`, target: '"Save"', does: "click", label: 'button "Save"', at: 2.5 },
    ],
  };
};

const drafts = () => [
  ...httpFaults(traffic(), base),
  ...pageFaults(traffic(), traffic(), createRandom(1)),
  ...deadFaults(traffic()),
];

describe("faults", () => {
  it("come from what the suite asks for and is shown, and from nothing else", () => {
    const found = drafts();
    const of = (kind: string): string[] => found.filter((each) => each.kind === kind).map(({ what }) => what);
    expect(of("server_error")).toEqual([
      "GET /api/things/:id answers 500",
      "POST /api/things/:id answers 500",
    ]);
    expect(of("field_missing")).toEqual([
      "$.name is missing in GET /api/things/:id",
      "$.name is missing in POST /api/things/:id",
    ]);
    expect(of("stale_read")).toEqual(["GET /api/things/:id answers, after a write, as it did before"]);
    expect(of("write_lost")).toEqual(["POST /api/things/:id is acknowledged, and nothing is written"]);
    expect(of("rows_unsorted")).toHaveLength(1);
    expect(of("dead_control")).toEqual(['a click on button "Save" on /things/:id does nothing']);
    expect(of("text_changed").join()).not.toContain("Home");
    expect(of("cookie_lost")).toEqual([]);
    expect(of("wrong_redirect")).toEqual([]);
  });

  it("each suggest an expectation that the grammar takes, of texts that are no variables", () => {
    const suggested = [...drafts().map(suggestionOf), suggestionOf({ expect: { text: "costs ${price}" } })];
    const steps = suggested.flatMap((text) => (text === null ? [] : [text.replaceAll(/^/gm, "      ")]));
    expect(steps.length).toBeGreaterThan(8);
    const { diagnostics } = parseSuite(
      `suite: S\nbase_url: ${base}\ncases:\n  - id: a\n    steps:\n      - goto: /\n${steps.join("\n")}\n`,
    );
    expect(diagnostics).toEqual([]);
    expect(suggestionOf({ expect: { text: "Thank you" }, timeout: "3s" })).toBe(
      "- expect: {text: Thank you}\n  timeout: 3s",
    );
  });

  it("are chosen in turns of kinds and places, the same for the same seed", () => {
    const all = identified(drafts());
    const chosen = sampleFaults(all, 9, createRandom(4));
    expect(chosen).toEqual(sampleFaults(all, 9, createRandom(4)));
    expect(Object.values(countKinds(chosen))).toEqual(chosen.map(() => 1));
    expect(countKinds(sampleFaults(all, 500, createRandom(4)))["slow_answer"]).toBe(
      countKinds(all)["slow_answer"],
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it("are put in force only where they are meant, never in a log-in, and tell in which case", () => {
    const fault = identified(drafts()).find(({ kind }) => kind === "stale_read");
    if (!fault) throw new Error("there is none");
    const { watcher, hits } = injectFault(fault);
    const ask = exchange("GET", "/api/things/9");
    const answer = (body: string): EdgeAnswer => ({ status: 200, headers: json, body });
    const logIn = watcher.edge(() => null, base);
    expect(logIn.request(exchange("POST", "/login"))).toBeNull();
    const edge = watcher.edge(() => place, base);
    expect(edge.answer(ask, answer("old"))).toBeNull();
    expect(edge.answer(ask, answer("other"))).toBeNull();
    expect([...hits]).toEqual([]);
    edge.request(exchange("POST", "/anything"));
    expect(edge.answer(ask, answer("new"))).toMatchObject({ body: "other" });
    expect(edge.answer(exchange("GET", "/api/others/9"), answer("new"))).toBeNull();
    expect([...hits]).toEqual(["a"]);
  });
});

describe("JSON", () => {
  it("is changed at one place, in every entry of its lists", () => {
    const text = '{"items":[{"n":1,"t":"a"},{"n":2,"t":"b"}],"on":true,"at":"2026-01-31"}';
    const after = (path: string[], how: Parameters<typeof editJson>[1]["how"]): unknown =>
      JSON.parse(editJson(text, { path, how }) ?? "null");
    expect(after(["items", "*", "t"], "drop")).toMatchObject({ items: [{ n: 1 }, { n: 2 }] });
    expect(after(["items", "*", "n"], "change")).toMatchObject({ items: [{ n: 2 }, { n: 3 }] });
    expect(after(["items", "*", "n"], "null")).toMatchObject({ items: [{ n: null }, { n: null }] });
    expect(after(["on"], "change")).toMatchObject({ on: false });
    expect(after(["at"], "change")).toMatchObject({ at: "2026-02-01" });
    expect(after(["items"], "row_missing")).toMatchObject({ items: [{ n: 1 }] });
    expect(after(["items"], "rows_doubled")).toMatchObject({ items: [{ n: 1 }, { n: 1 }, { n: 2 }] });
    expect(after(["items"], "rows_unsorted")).toMatchObject({ items: [{ n: 2 }, { n: 1 }] });
    expect(editJson(text, { path: ["gone"], how: "drop" })).toBeNull();
    expect(editJson("<html>", { path: ["gone"], how: "drop" })).toBeNull();
  });

  it("of an earlier answer repeats what is sent now", () => {
    expect(repeated('{"id":1,"name":"Axe"}', '{"name":"Axe"}', '{"name":"Bow"}')).toBe(
      '{"id":1,"name":"Bow"}',
    );
    expect(repeated("<p>ok", null, null)).toBe("<p>ok");
  });
});

it("routes leave out what changes from record to record, and belong to the app or to others", () => {
  expect(routeOf(`${base}/orders/1001?b=1&a=2&a=3`)).toBe("/orders/:id?a&b");
  expect(new RegExp(pathPatternOf(`${base}/orders/1001`)).test("/orders/7")).toBe(true);
  expect(new RegExp(pathPatternOf(`${base}/orders/1001`)).test("/orders/7/lines")).toBe(false);
  expect(isOfApp("http://api.app.example/x", base)).toBe(true);
  expect(isOfApp("http://app.example:8080/x", base)).toBe(true);
  expect(isOfApp("http://stats.example/x", "http://app.shop.example")).toBe(false);
  expect(isOfApp("http://10.0.0.1/x", "http://127.0.0.1")).toBe(false);
});

it.each([
  [["€2.00", "€10.00", "€1,249.00"], { column: 0, by: "money", order: "ascending" }],
  [["9", "10", "11"], { column: 0, by: "number", order: "ascending" }],
  [["18 Jan 2025", "2 Feb 2024", "1 Jan 2024"], { column: 0, by: "date", order: "descending" }],
  [["Axe", "Bow", "Cup"], { column: 0, by: "text", order: "ascending" }],
  [["Bow", "Axe", "Cup"], null],
  [["Axe", "Axe", "Bow"], null],
])("the order of %j", (texts, order) => {
  expect(orderOf(texts.map((text) => ({ text, cells: [text] })))).toEqual(order);
});
