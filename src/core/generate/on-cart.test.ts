import { text } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const COLOURS = { Sand: "12.90", Moss: "13.50", Ink: "14.20" };
const NAMES = ["Notebook", "Calendar", "Diary", "Envelopes"];

type Fault = "forgets the choice" | "shows the first price" | null;

/** Two articles, each in colours that cost differently, and a cart for each visitor. */
const shop = (fault: Fault): RequestListener => {
  const carts = new Map<string, string[][]>();
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Shop</a> <a href="/cart">Cart</a></nav><main><h1>${title}</h1>${main}</main>`;
  const article = (
    name: string,
  ): string => `<p id=price>£${COLOURS.Sand}</p><form method=post action="/cart"><input type=hidden name=name value="${name}">
    <label>Colour <select name=colour>${Object.keys(COLOURS)
      .map((colour) => `<option>${colour}`)
      .join("")}</select></label> <button>Add to cart</button></form>
    <script>const prices = ${JSON.stringify(COLOURS)}; document.querySelector("select").onchange = (event) => {
      if (${fault !== "shows the first price"}) document.querySelector("#price").textContent = "£" + prices[event.target.value]; };</script>`;
  const cart = (rows: string[][]): string =>
    rows.length === 0
      ? "<p>Nothing is in it.</p>"
      : `<table aria-label=Cart><thead><tr><th>Article<th>Price<th></tr></thead><tbody>${rows
          .map(
            ([name = "", colour = ""], at) =>
              `<tr><td><a href="/articles/${name}">${name}</a> ${colour}<td>£${COLOURS[colour as keyof typeof COLOURS]}<td><form method=post action="/cart"><input type=hidden name=remove value=${at}><button aria-label="Remove ${name}">×</button></form></tr>`,
          )
          .join("")}</tbody></table>`;
  return (request, response) =>
    void text(request).then((body) => {
      const id = /cart=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
      const rows = carts.get(id) ?? [];
      carts.set(id, rows);
      const sent = new URLSearchParams(body);
      const head = { "content-type": "text/html", "set-cookie": `cart=${id}; Path=/` };
      if (request.method === "POST") {
        const colour = fault === "forgets the choice" ? "Sand" : (sent.get("colour") ?? "Sand");
        if (sent.has("remove")) rows.splice(Number(sent.get("remove")), 1);
        else rows.push([sent.get("name") ?? "", colour]);
        return void response.writeHead(303, { ...head, location: "/cart" }).end();
      }
      const name = NAMES.find((each) => request.url === `/articles/${each}`);
      const main = name
        ? page(name, article(name))
        : request.url === "/cart"
          ? page("Cart", cart(rows))
          : page(
              "Shop",
              `<ul>${NAMES.map((each) => `<li><a href="/articles/${each}">${each}</a> from £12.90</li>`).join("")}</ul>`,
            );
      return void response
        .writeHead(name || /^\/(?:cart)?$/.test(request.url ?? "") ? 200 : 404, head)
        .end(main);
    });
};

it.each<[Fault, string[]]>([
  [null, []],
  ["forgets the choice", ["cart-choice"]],
  ["shows the first price", ["cart-choice"]],
])('a shop that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const { failing, yaml } = await tryPages(browser, shop(fault), { pages: 8, actions: 100 });
  expect(failing).toEqual(expected);
  for (const id of ["cart-keeps", "cart-choice", "cart-removes"]) expect(yaml).toContain(`id: ${id}\n`);
});
