import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const CLIENTS = [
  "Abbott Cars",
  "Abbott Film",
  "Brightside Nursery",
  "Colville Roofing",
  "Dunmore Stables",
  "Elstree Film",
];
type How = "by place" | "by its own" | "to one alone";

/** A list of clients that can be searched, and leads to each; what one is led to by what was found is told by `how`. */
const clients =
  (how: How): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const word = url.searchParams.get("q") ?? "";
    const found = CLIENTS.filter((name) => name.toLowerCase().includes(word.toLowerCase()));
    const client = CLIENTS[Number(url.pathname.slice("/clients/".length)) - 1];
    const linkTo = (name: string, at: number): number =>
      1 + (how === "by place" && word !== "" ? at : CLIENTS.indexOf(name));
    const rows = found.map(
      (name, at) =>
        `<tr><td><a href="/clients/${linkTo(name, at)}">${name}</a><td>${name.length} orders</tr>`,
    );
    const list = `<h1>Clients</h1><form role=search><label>Search clients <input type=search name=q value="${word}"></label><button>Search</button></form>${rows.length === 0 ? "<p>No client is called so.</p>" : `<table><thead><tr><th>Name<th>Orders</tr></thead><tbody>${rows.join("")}</tbody></table>`}`;
    const main = client === undefined ? list : `<h1>${client}</h1><p>Since 2019.</p>`;
    // Who finds just one is led to it.
    if (how === "to one alone" && word !== "" && found.length === 1)
      response.writeHead(302, { location: `/clients/${CLIENTS.indexOf(found[0] ?? "") + 1}` }).end();
    else
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(`<!doctype html><html lang=en><title>Clients</title><main>${main}</main>`);
  };

it.each<[How, string[]]>([
  ["by its own", []],
  ["by place", ["found-home"]],
])("what was found is linked %s", async (how, expected) => {
  const { failing, yaml } = await tryPages(browser, clients(how), { pages: 6, only: /^(?:found|items)-/ });
  expect(yaml).toContain("id: found-home");
  expect(failing).toEqual(expected);
});

it("who finds just one and is led to it has nothing to click, which is no fault", async () => {
  const { found, cases, dropped } = await suiteForApp(browser, clients("to one alone"));
  expect(found).toEqual([]);
  expect(cases).toContain("items-home");
  expect(dropped).toEqual([expect.stringContaining("found-home: it could not be carried out")]);
});
