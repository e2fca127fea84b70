import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Item = { id: number; name: string; kind: string };

const kinds = ["Tool", "Paint", "Wood", "Metal"];

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Items</a> <a href="/kinds">Kinds</a> <a href="/import">Import</a></nav><main><h1>${title}</h1>${main}</main>`;

/** How many items there are of each kind. */
const counts = (items: Item[]): string =>
  shell(
    "Kinds",
    `<table><thead><tr><th>Kind<th>Items</tr></thead><tbody>${kinds
      .map((kind) => `<tr><td>${kind}<td>${items.filter((item) => item.kind === kind).length}</tr>`)
      .join("")}</tbody></table>`,
  );

const importing = shell(
  "Import",
  `<p>A CSV file with the columns name and kind.</p><form method=post action="/import" enctype="multipart/form-data">
  <label>CSV file <input type=file name=file accept=".csv" required></label> <button>Import items</button></form>`,
);

const page = (items: Item[]): string =>
  shell(
    "Items",
    `<button type=button onclick="document.querySelector('dialog').showModal()">New item</button>
  <table aria-label=Items><thead><tr><th>Name<th>Kind<th></tr></thead><tbody>${items
    .map(
      ({ id, name, kind }) =>
        `<tr><td>${escapeHtml(name)}<td>${kind}<td><form method=post action="/remove/${id}"><button>Delete</button></form></tr>`,
    )
    .join("")}</tbody></table>
  <dialog aria-label="New item"><form method=post action="/items"><label>Name <input name=name required></label>
  <label>Kind <select name=kind>${kinds.map((kind) => `<option>${kind}`).join("")}</select></label> <button>Save</button></form></dialog>`,
  );

/** Generates for a stock list; `broken` is a kind that its server cannot keep, while what is new counts nowhere and a first line is lost. */
const generate = async (broken: string | null) => {
  let items: Item[] = ["Hammer", "Saw", "Red paint"].map((name, id) => ({ id, name, kind: "Tool" }));
  const made: string[] = [];
  let last = items.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const removed = /^\/remove\/(\d+)$/.exec(pathname)?.[1];
    if (request.method === "POST" && pathname === "/items") {
      const sent = new URLSearchParams(await textOf(request));
      const [name = "", kind = ""] = ["name", "kind"].map((field) => sent.get(field) ?? "");
      if (kind === broken) return void response.writeHead(500).end("no such kind");
      if (name.trim() !== "") items.push({ id: (last += 1), name, kind });
      made.push(kind);
      return void response.writeHead(303, { location: "/" }).end();
    }
    if (request.method === "POST" && pathname === "/import") {
      const lines = (await textOf(request)).split(/\r?\n/).filter((line) => /^[\w ]+,[A-Z]\w+$/.test(line));
      for (const line of lines.slice(broken === null ? 0 : 1)) {
        const [name = "", kind = ""] = line.split(",");
        items.push({ id: (last += 1), name, kind });
      }
      return void response.writeHead(303, { location: "/" }).end();
    }
    if (request.method === "POST" && removed !== undefined) {
      items = items.filter(({ id }) => String(id) !== removed);
      return void response.writeHead(303, { location: "/" }).end();
    }
    response.writeHead(/^\/(?:kinds|import)?$/.test(pathname) ? 200 : 404, { "content-type": "text/html" });
    response.end(
      pathname === "/import"
        ? importing
        : pathname === "/kinds"
          ? counts(broken === null ? items : items.filter(({ id }) => id < 3))
          : page(items),
    );
  };
  const suite = await suiteForApp(browser, (request, response) => void answer(request, response));
  return { ...suite, made, left: items.map(({ name, kind }) => `${name}: ${kind}`) };
};

it("each choice of a select is tried, and what it makes is removed again", { timeout: 480_000 }, async () => {
  const { told, yaml, made, left } = await generate(null);
  expect(told).toEqual([]);
  expect(yaml).toContain("- id: choices-item-kind");
  expect(yaml).toContain("- id: counts-item");
  expect(yaml).toContain("- id: import-item");
  expect([...new Set(made)].toSorted()).toEqual(kinds.toSorted());
  expect(left.filter((item) => !item.endsWith(": Tool"))).toEqual([]);
});

it(
  "a choice that its server breaks at is a finding, and so is what counts nowhere",
  { timeout: 480_000 },
  async () => {
    const { found } = await generate("Metal");
    expect(found).toContain("choices-item-kind");
    expect(found).toContain("counts-item");
    expect(found).toContain("import-item");
  },
);
