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

type Fault =
  | "forgets the choice"
  | "shows the first price"
  | "goes on showing the old number beside the cart"
  | "goes on showing the old sum"
  | "takes fewer than none"
  | null;

type Row = { name: string; colour: string; many: number };

const priceOf = ({ colour }: Row): number => Number(COLOURS[colour as keyof typeof COLOURS]);

/** Two articles, each in colours that cost differently, and a cart for each visitor that scripts change without loading a page. */
const shop = (fault: Fault): RequestListener => {
  const carts = new Map<string, Row[]>();
  const page = (title: string, rows: Row[], main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Shop</a> <a href="/cart">Cart (<span id=number>${rows.reduce((sum, { many }) => sum + many, 0)}</span>)</a></nav><main><h1>${title}</h1>${main}</main>`;
  const article = (
    name: string,
  ): string => `<p id=price>£${COLOURS.Sand}</p><form method=post action="/cart"><input type=hidden name=name value="${name}">
    <label>Colour <select name=colour>${Object.keys(COLOURS)
      .map((colour) => `<option>${colour}`)
      .join("")}</select></label> <button>Add to cart</button></form>
    <script>const prices = ${JSON.stringify(COLOURS)}; document.querySelector("select").onchange = (event) => {
      if (${fault !== "shows the first price"}) document.querySelector("#price").textContent = "£" + prices[event.target.value]; };
      document.querySelector("form").onsubmit = async (event) => { event.preventDefault();
        await fetch("/cart", { method: "POST", body: new URLSearchParams(new FormData(event.target)) });
        if (${fault !== "goes on showing the old number beside the cart"}) document.querySelector("#number").textContent++; };</script>`;
  const cart = (rows: Row[]): string =>
    rows.length === 0
      ? "<p>Nothing is in it.</p>"
      : `<table aria-label=Cart><thead><tr><th>Article<th>Price<th>Quantity<th></tr></thead><tbody>${rows
          .map(
            (row, at) =>
              `<tr><td><a href="/articles/${row.name}">${row.name}</a> ${row.colour}<td>£${priceOf(row).toFixed(2)}<td><input type=number min=1 aria-label="Quantity of ${row.name}" value=${row.many} onchange="change(${at}, this.value)"><td><form method=post action="/cart"><input type=hidden name=remove value=${at}><button aria-label="Remove ${row.name}">×</button></form></tr>`,
          )
          .join(
            "",
          )}</tbody></table><p>Total <b id=sum>£${rows.reduce((sum, row) => sum + row.many * priceOf(row), 0).toFixed(2)}</b></p>
        <script>const change = async (at, many) => {
          const answer = await fetch("/cart", { method: "POST", body: new URLSearchParams({ at, many }) });
          const later = new DOMParser().parseFromString(await answer.text(), "text/html");
          for (const id of ["number", ${fault === "goes on showing the old sum" ? "" : `"sum"`}]) document.getElementById(id).textContent = later.getElementById(id).textContent; };</script>`;
  return (request, response) =>
    void text(request).then((body) => {
      const id = /cart=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
      const rows = carts.get(id) ?? [];
      carts.set(id, rows);
      const sent = new URLSearchParams(body);
      const head = { "content-type": "text/html", "set-cookie": `cart=${id}; Path=/` };
      if (request.method === "POST") {
        const colour = fault === "forgets the choice" ? "Sand" : (sent.get("colour") ?? "Sand");
        const changed = rows[Number(sent.get("at"))];
        if (sent.has("remove")) rows.splice(Number(sent.get("remove")), 1);
        else if (sent.has("at") && changed) {
          const many = Number(sent.get("many"));
          if (fault === "takes fewer than none" || many > 0) changed.many = many;
        } else rows.push({ name: sent.get("name") ?? "", colour, many: 1 });
        return void response.writeHead(303, { ...head, location: "/cart" }).end();
      }
      const name = NAMES.find((each) => request.url === `/articles/${each}`);
      const main = name
        ? page(name, rows, article(name))
        : request.url === "/cart"
          ? page("Cart", rows, cart(rows))
          : page(
              "Shop",
              rows,
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
  ["goes on showing the old number beside the cart", ["cart-keeps"]],
  ["goes on showing the old sum", ["cart-quantity"]],
  ["takes fewer than none", ["cart-below-zero"]],
])('a shop that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const { failing, yaml } = await tryPages(browser, shop(fault), { pages: 8, actions: 100 });
  expect(failing).toEqual(expected);
  for (const id of ["cart-keeps", "cart-choice", "cart-quantity", "cart-below-zero", "cart-removes"])
    expect(yaml).toContain(`id: ${id}\n`);
});

type LooseFault = "counts a line once" | "does not empty it" | "takes out the other";

const PRICES: Record<string, number> = { Soup: 6.5, Bread: 3.25, Tart: 4.8, Juice: 2.9 };

/** A menu whose basket is drawn in lines of its own, which one visitor alone has. */
const menu = (fault: LooseFault | null): RequestListener => {
  const baskets = new Map<string, Map<string, number>>();
  const page = (title: string, rows: Map<string, number>, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Menu</a> <a href="/basket">Basket (<span id=number>${[...rows.values()].reduce((sum, many) => sum + many, 0)}</span>)</a></nav><main><h1>${title}</h1>${main}</main>`;
  const lines = (rows: Map<string, number>): string =>
    [...rows]
      .map(
        ([name, many]) =>
          `<div class=line><strong>${name}</strong> <span>£${PRICES[name]?.toFixed(2)} each</span> <input type=number min=1 aria-label="Quantity of ${name}" value=${many} onchange="send({ name: '${name}', many: this.value })">
           <b>£${((PRICES[name] ?? 0) * (fault === "counts a line once" ? 1 : many)).toFixed(2)}</b> <button aria-label="Remove ${name}" onclick="send({ remove: '${name}' })">Remove</button></div>`,
      )
      .join("");
  const basket = (rows: Map<string, number>): string =>
    rows.size === 0
      ? "<p>Nothing is in it.</p>"
      : `<div>${lines(rows)}</div><p><button onclick="document.querySelector('dialog').showModal()">Empty basket</button></p>
        <dialog><h2>Empty the basket?</h2><button onclick="this.parentElement.close()">Cancel</button> <button onclick="send({ empty: 1 })">Yes, empty it</button></dialog>
        <p>Total <b>£${[...rows].reduce((sum, [name, many]) => sum + many * (PRICES[name] ?? 0), 0).toFixed(2)}</b></p>
        <script>const send = async (what) => {
          const answer = await fetch("/basket", { method: "POST", body: new URLSearchParams(what) });
          const later = new DOMParser().parseFromString(await answer.text(), "text/html");
          document.querySelector("main").replaceWith(later.querySelector("main"));
          document.querySelector("#number").textContent = later.querySelector("#number").textContent; };</script>`;
  return (request, response) =>
    void text(request).then((body) => {
      const id =
        /basket=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
      const rows = baskets.get(id) ?? new Map<string, number>();
      baskets.set(id, rows);
      const sent = new URLSearchParams(body);
      const head = { "content-type": "text/html", "set-cookie": `basket=${id}; Path=/` };
      if (request.method === "POST") {
        const [name, removed] = [sent.get("name") ?? "", sent.get("remove") ?? ""];
        if (sent.has("empty")) {
          if (fault !== "does not empty it") rows.clear();
        } else if (removed) {
          const other = [...rows.keys()].find((each) => each !== removed) ?? removed;
          rows.delete(fault === "takes out the other" ? other : removed);
        } else if (name in PRICES)
          rows.set(name, Math.max(1, Number(sent.get("many") ?? (rows.get(name) ?? 0) + 1) || 1));
        return void response.writeHead(303, { ...head, location: "/basket" }).end();
      }
      const name = Object.keys(PRICES).find((each) => request.url === `/dishes/${each}`);
      const main = name
        ? page(
            name,
            rows,
            `<p>£${PRICES[name]?.toFixed(2)}</p><form method=post action="/basket"><input type=hidden name=name value="${name}"><button>Add to basket</button></form>`,
          )
        : request.url === "/basket"
          ? page("Basket", rows, basket(rows))
          : page(
              "Menu",
              rows,
              `<ul>${Object.keys(PRICES)
                .map((each) => `<li><a href="/dishes/${each}">${each}</a>`)
                .join("")}</ul>`,
            );
      return void response
        .writeHead(name || /^\/(?:basket)?$/.test(request.url ?? "") ? 200 : 404, head)
        .end(main);
    });
};

it.each<[LooseFault | null, string[]]>([
  [null, []],
  ["counts a line once", ["cart-quantity"]],
  ["does not empty it", ["cart-empties"]],
  ["takes out the other", ["cart-removes"]],
])('a menu with lines in its basket that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const { failing, yaml } = await tryPages(browser, menu(fault), { pages: 8, actions: 100 });
  expect(failing).toEqual(expected);
  for (const id of ["cart-keeps", "cart-quantity", "cart-below-zero", "cart-removes", "cart-empties"])
    expect(yaml).toContain(`id: ${id}\n`);
});
