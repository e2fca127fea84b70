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

const TYPES = [
  { name: "Balcony", price: 38, left: 12 },
  { name: "Floor", price: 24, left: 40 },
];
const FEE = 1.5;

/** Tickets of which one chooses how many of each kind, and a basket for those of one visitor; `fee`: what each costs besides. */
const createBoxOffice = (fee: number | undefined): RequestListener => {
  const baskets = new Map<string, number[]>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://box");
    const who = /who=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
    const basket = baskets.get(who) ?? TYPES.map(() => 0);
    baskets.set(who, basket);
    const page = (status: number, title: string, main: string): void => {
      response.writeHead(status, { "content-type": "text/html", "set-cookie": `who=${who}; Path=/` });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Events</a> <a href="/basket">Basket</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    if (pathname === "/")
      return page(
        200,
        "Events",
        `<ul><li><a href="/events/1">Moonlight Trio</a><li><a href="/events/2">Harbour Choir</a></ul>`,
      );
    if (/^\/events\/[12]$/.test(pathname) && request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const asked = TYPES.map((_, at) => Number(sent.get(`type${at}`)));
      if (asked.every((number) => number === 0))
        return page(422, "Nothing chosen", "<p>Choose at least one ticket.</p>");
      for (const [at, number] of asked.entries()) basket[at] = (basket[at] ?? 0) + number;
      return void response.writeHead(303, { location: "/basket", "set-cookie": `who=${who}; Path=/` }).end();
    }
    if (/^\/events\/[12]$/.test(pathname))
      return page(
        200,
        pathname.endsWith("1") ? "Moonlight Trio" : "Harbour Choir",
        `<form method=post>${TYPES.map(({ name, price, left }, at) => `<p>${name} $${price}.00, ${left} left <label>Number of ${name} <select name=type${at}>${[0, 1, 2, 3].map((number) => `<option>${number}`).join("")}</select></label>`).join("")}<button>Add to basket</button></form>`,
      );
    if (pathname !== "/basket") return page(404, "Not found", "<p>There is nothing here.</p>");
    const lines = TYPES.flatMap(({ name, price }, at) =>
      basket[at] ? [{ name, price, number: basket[at] }] : [],
    );
    const tickets = lines.reduce((sum, { price, number }) => sum + price * number, 0);
    const fees = lines.reduce((sum, { number }) => sum + FEE * number, 0);
    const total = tickets + (fees / FEE) * Number(fee);
    return page(
      200,
      "Your basket",
      lines.length === 0
        ? "<p>Your basket is empty.</p>"
        : `<table><thead><tr><th>Ticket<th>Number<th>Price</tr></thead><tbody>${lines.map(({ name, price, number }) => `<tr><td>${name}<td>${number}<td>$${(price * number).toFixed(2)}</tr>`).join("")}</tbody></table>
          <dl><dt>Subtotal</dt><dd>$${tickets.toFixed(2)}</dd><dt>Fees</dt><dd>$${fees.toFixed(2)}</dd><dt>Total</dt><dd>$${total.toFixed(2)}</dd></dl>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["is told", FEE, false],
  ["is not a number", undefined, true],
] as const)("tickets are put into a basket whose total %s", { timeout: 240_000 }, async (_, fee, isFound) => {
  const { failing, yaml } = await tryPages(browser, createBoxOffice(fee), { pages: 8, actions: 300 });
  expect(yaml).toMatch(/select: \{Number of Balcony: "?1"?\}/);
  expect(yaml).toContain("/basket");
  expect(failing.length > 0).toBe(isFound);
});
