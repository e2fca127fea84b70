import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import type { Pages } from "#test/support/failing-cases.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const groups = ["Ferns", "Palms", "Herbs"];
const growers = ["Mara Linden", "Per Aasen", "Ruth Ogden", "Otto Graf", "Ines Duarte"];
const names =
  "Acer Basil Cycad Dill Elder Fennel Ginkgo Hosta Iris Juniper Kentia Laurel Mint Nettle Olive Parsley Quince Rue".split(
    " ",
  );
const plants = names.map((name, at) => ({
  id: at + 1,
  name,
  group: groups[at % 7 < 3 ? 0 : at % 2 ? 1 : 2] ?? "",
  light: at % 5 < 3 ? "Shade" : "Bright",
  price: 4 + ((at * 7) % 23),
  grower: growers[[0, 1, 0, 2, 3, 1, 0, 2, 0][at % 9] ?? 0] ?? "",
  left: at % 2,
}));
type Plant = (typeof plants)[number];

/** What goes wrong, each in a place of its own; `whole` and `stock` only look so. */
type Fault = "still" | "numbers" | "loses" | "column" | "cards" | "whole" | "stock";

const PER = 8;

/** A nursery that the server draws: cards that lead to parts of its list, kinds with numbers beside it, growers with theirs. */
const nursery = (...faults: Fault[]): Pages => {
  const has = (fault: Fault): boolean => faults.includes(fault);
  const many = (number: number): string => `${number} ${number === 1 ? "plant" : "plants"}`;

  const list = (asked: URLSearchParams): string => {
    const keys = { group: "", light: "", q: "", sort: "", ...Object.fromEntries(asked) };
    const { group, light, q, sort } = keys;
    const rows = plants.filter(
      (each) =>
        (!group || each.group === group) &&
        (!light || each.light === light) &&
        each.name.toLowerCase().includes(q.toLowerCase()),
    );
    if (sort) rows.sort((a, b) => (sort === "low" ? a.price - b.price : b.price - a.price));
    const page = Number(asked.get("page") ?? 1);
    const shown = rows.slice((page - 1) * PER, page * PER);
    const to = (change: object): string =>
      `/plants?${new URLSearchParams(Object.entries({ ...keys, page: "", ...change }).filter(([, value]) => value !== ""))}`;
    const number = (name: string): number => {
      const own = plants.filter((each) => !name || each.group === name);
      // Of so many there are some, in pots.
      if (has("stock")) return own.reduce((sum, { left }) => sum + left, 0);
      return has("numbers") && name ? own.length + 1 : own.length;
    };
    const options = (value: string, all: [value: string, text: string][]): string =>
      all.map(([key, text]) => `<option value="${key}"${key === value ? " selected" : ""}>${text}`).join("");
    const kinds = [["", "All plants"], ...groups.map((name) => [name, name])]
      .map(([key = "", text = ""]) => {
        const href = key ? `/plants?group=${key}` : "/plants";
        return `<li><a href="${href}">${text} <span class=badge>${number(key)}</span></a>`;
      })
      .join("");
    return `<h1>${group || "All plants"}</h1>${has("whole") ? `<p>${many(plants.length)}</p>` : ""}<nav aria-label=Kinds><ul>${kinds}</ul></nav>
      <form action="/plants">${group && !has("loses") ? `<input type=hidden name=group value=${group}>` : ""}<label>Search <input type=search name=q value="${q}"></label>
      <label>Light <select name=light>${options(light, [
        ["", "Any"],
        ["Shade", "Shade"],
        ["Bright", "Bright"],
      ])}</select></label>
      <label>Sort by <select name=sort onchange="this.form.submit()">${options(sort, [
        ["", "Name"],
        ["low", "Price, lowest first"],
        ["high", "Price, highest first"],
      ])}</select></label> <button>Show</button></form>
      ${has("whole") ? "" : `<p>${many(has("still") && asked.has("q") ? plants.length : rows.length)}</p>`}
      <table aria-label=Plants><thead><tr><th>Plant<th>Light<th>Price</thead><tbody>${shown
        .map(
          ({ id, name, light: own, price }) =>
            `<tr><td><a href="/plants/${id}">${name}</a><td>${own}<td>€${price}.00`,
        )
        .join(
          "",
        )}</table><p>${page * PER < rows.length ? `<a href="${to({ page: String(page + 1) })}">Next</a>` : ""}</p>`;
  };

  const ofLight = (light: string): number => plants.filter((each) => each.light === light).length;
  const start = (): string =>
    `<h1>Today</h1><ul class=cards>${["Shade", "Bright"]
      .map((light) => {
        const off = has("cards") && light === "Shade" ? 2 : 0;
        return `<li><a href="/plants?light=${light}">${light}</a> <b>${ofLight(light) - off}</b>`;
      })
      .join("")}</ul><p>Open from eight.</p>`;

  const of = (grower: string): Plant[] => plants.filter((each) => each.grower === grower);
  const people = (): string =>
    `<h1>Growers</h1><table aria-label=Growers><thead><tr><th>Name<th>Plants</thead><tbody>${growers
      .map((name, at) => {
        const own = of(name).filter(({ light }) => !has("column") || light === "Shade");
        return `<tr><td><a href="/growers/${at + 1}">${name}</a><td>${own.length}`;
      })
      .join("")}</table>`;
  const one = (name: string): string =>
    `<h1>${name}</h1><h2>Plants (${of(name).length})</h2>${
      of(name).length === 0
        ? "<p>None yet.</p>"
        : `<table><thead><tr><th>Plant<th>Light</thead><tbody>${of(name)
            .map((each) => `<tr><td>${each.name}<td>${each.light}`)
            .join("")}</table>`
    }`;

  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const send = (status: number, main: string): void =>
      void response
        .writeHead(status, { "content-type": "text/html; charset=utf-8" })
        .end(
          `<!doctype html><html lang=en><title>Nursery</title><link rel=icon href="data:,"><header><nav aria-label=Main><a href="/">Today</a> <a href="/plants">Plants</a> <a href="/growers">Growers</a></nav></header><main>${main}</main>`,
        );
    const grower = growers[Number(/^\/growers\/(\d+)$/.exec(pathname)?.[1]) - 1];
    const plant = plants[Number(/^\/plants\/(\d+)$/.exec(pathname)?.[1]) - 1];
    if (grower !== undefined) return send(200, one(grower));
    if (plant)
      return send(
        200,
        `<h1>${plant.name}</h1><p>Likes it ${plant.light === "Shade" ? "dark" : "sunny"}.</p>`,
      );
    const found = { "/": start, "/plants": () => list(searchParams), "/growers": people }[pathname];
    send(found ? 200 : 404, found?.() ?? "<h1>Not found</h1>");
  };
};

const counted = [
  "said-plants-chosen",
  "facets-plants-links",
  "kept-choice-plants",
  "column-growers-plants",
  "parts-home",
];

it.each<[what: string, faults: Fault[], written: string[], failing: string[]]>([
  ["that counts well", [], counted, []],
  [
    "that says how many there are of all, and of pots, and loses what was chosen",
    ["whole", "stock", "loses"],
    ["kept-choice-plants", "column-growers-plants", "parts-home"],
    ["kept-choice-plants"],
  ],
  [
    "that counts wrongly",
    ["still", "numbers", "column", "cards"],
    counted,
    [
      "column-growers-plants",
      "facets-plants-links",
      "facets-plants-links-searched",
      "parts-home",
      "said-plants-chosen",
    ],
  ],
])("a suite for a nursery %s", { timeout: 300_000 }, async (_, faults, written, failing) => {
  const limits = { pages: 16, actions: 300, depth: 3 };
  const suite = await tryPages(browser, nursery(...faults), limits);
  expect(suite.failing.toSorted()).toEqual(failing.toSorted());
  const ids = counted.filter((id) => suite.yaml.includes(`id: ${id}\n`));
  expect(ids.toSorted()).toEqual(written.toSorted());
});
