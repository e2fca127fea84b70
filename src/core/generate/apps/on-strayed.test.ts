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

type Item = { id: number; name: string };

/** Costs and bills, each with a list and a form on a page of its own; `to` is where a new cost leads. */
const books = (to: string, overview = "/overview"): RequestListener => {
  const kept: Record<string, Item[]> = {
    costs: ["Taxi to the station", "Printer paper"].map((name, id) => ({ id, name })),
    bills: ["Garden design", "Fence repair"].map((name, id) => ({ id, name })),
  };
  let last = 10;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    const [, what = "", act = "", id = ""] = path.split("/");
    const list = kept[what];
    if (request.method === "POST" && list) {
      const name = (new URLSearchParams(await textOf(request)).get("name") ?? "").trim();
      if (act === "new") list.push({ id: (last += 1), name });
      if (act === "remove") kept[what] = list.filter((each) => String(each.id) !== id);
      const location = act === "new" && what === "costs" ? to : `/${what}`;
      return void response.writeHead(303, { location }).end();
    }
    const one = what === "bills" ? "bill" : "cost";
    const rows = (items: Item[], of: string): string =>
      items
        .map(
          (each) =>
            `<tr><td>${escapeHtml(each.name)}<td><form method=post action="/${of}/remove/${each.id}"><button>Remove</button></form></tr>`,
        )
        .join("");
    const main =
      list === undefined
        ? `<h1>${path === "/" ? "Welcome" : "Overview"}</h1><p>Nothing waits for you.</p>`
        : act === "new"
          ? `<h1>New ${one}</h1><form method=post action="${path}"><label>Name <input name=name required></label> <button>Save ${one}</button></form>`
          : `<h1>All ${what}</h1><a href="/${what}/new">New ${one}</a><table aria-label="All ${what}"><thead><tr><th>Name<th></tr></thead><tbody>${rows(list, what)}</tbody></table>`;
    const isThere = path === "/" || path === overview || (list !== undefined && /^(?:new)?$/.test(act));
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Books</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Start</a> <a href="${overview}">Overview</a> <a href="/costs">Costs</a> <a href="/bills">Bills</a></nav><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { only: /^(?:create|delete)-/, pages: 8, actions: 300, depth: 2 };

it.each([
  ["its list", "/costs", []],
  ["an overview", "/overview", []],
  ["the list of something else", "/bills", ["create-cost-leads"]],
])("what is made leads to %s", { timeout: 240_000 }, async (_, to, expected) => {
  const { failing, yaml } = await tryPages(browser, books(to), LIMITS);
  expect(yaml).toContain("id: create-cost");
  expect(failing).toEqual(expected);
});
