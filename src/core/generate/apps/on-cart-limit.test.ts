import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const MOST = 4;
const PLANTS = ["Fern", "Ivy"];

type Way = "keeps to four" | "keeps to four on the pages of plants alone" | "takes any number";

/** A nursery that offers up to four of a plant at once, and a basket for each visitor in which that is changed. */
const nursery = (way: Way): RequestListener => {
  const baskets = new Map<string, Map<string, number>>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://nursery");
    const who = /who=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
    const basket = baskets.get(who) ?? new Map<string, number>();
    baskets.set(who, basket);
    const head = { "set-cookie": `who=${who}; Path=/` };
    const page = (status: number, title: string, main: string): void => {
      response.writeHead(status, { ...head, "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Plants</a> <a href="/basket">Basket</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    const sent = request.method === "POST" ? new URLSearchParams(await textOf(request)) : null;
    const plant = PLANTS.find((name) => pathname === `/plants/${name.toLowerCase()}`);
    if (plant && sent) {
      const many = (basket.get(plant) ?? 0) + Number(sent.get("many"));
      if (way !== "takes any number" && many > MOST)
        return page(422, plant, `<p role=alert>At most ${MOST} of a plant.</p>`);
      basket.set(plant, many);
      return void response.writeHead(303, { ...head, location: "/basket" }).end();
    }
    if (pathname === "/basket" && sent) {
      for (const name of basket.keys()) {
        const many = Number(sent.get(name));
        if (many > 0 && (many <= MOST || way !== "keeps to four")) basket.set(name, many);
      }
      return void response.writeHead(303, { ...head, location: "/basket" }).end();
    }
    if (pathname === "/")
      return page(
        200,
        "Plants",
        `<ul>${PLANTS.map((name) => `<li><a href="/plants/${name.toLowerCase()}">${name}</a> €8.00`).join("")}</ul>`,
      );
    if (plant)
      return page(
        200,
        plant,
        `<p>€8.00</p><form method=post><label>How many <select name=many>${[1, 2, 3, MOST].map((many) => `<option>${many}`).join("")}</select></label> <button>Add to basket</button></form>`,
      );
    if (pathname !== "/basket") return page(404, "Not found", "<p>There is nothing here.</p>");
    const rows = [...basket].map(
      ([name, many]) =>
        `<tr><td><a href="/plants/${name.toLowerCase()}">${name}</a><td><input type=number min=0 name="${name}" value=${many} aria-label="Number of ${name}"><td>€${8 * many}.00</tr>`,
    );
    return page(
      200,
      "Basket",
      rows.length === 0
        ? "<p>It is empty.</p>"
        : `<form method=post><table><thead><tr><th>Plant<th>Number<th>Price</tr></thead><tbody>${rows.join("")}</tbody></table><button>Update numbers</button></form>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, string[], boolean]>([
  ["keeps to four", [], true],
  ["keeps to four on the pages of plants alone", ["cart-limit"], true],
  ["takes any number", [], false],
])("a basket of plants where a shop %s", { timeout: 240_000 }, async (way, expected, tried) => {
  const { failing, yaml } = await tryPages(browser, nursery(way), { pages: 8, actions: 300, only: /^cart-/ });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: cart-limit\n")).toBe(tried);
});
