import { text } from "node:stream/consumers";
import type { RequestListener } from "node:http";
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

type Fault =
  | "shows one cover twice"
  | "leads to the one before"
  | "searches titles alone"
  | "turns to pages that overlap"
  | "breaks at a first review"
  | "takes out the last"
  | "replaces what is there"
  | "charges for the slow delivery"
  | null;

type Book = { id: number; title: string; author: string; price: number; reviews: string[] };

const AUTHORS = ["Rowan Ashby", "Gwen Abara", "Tomas Lindqvist", "Priya Raman"];
const TITLES = [
  "A Crown of Rain",
  "Bread and Cannon",
  "Children of Glass",
  "Fog over Harrow",
  "Gravity's Gardener",
  "Half Past Blue",
  "Iron and Weather",
  "Letters Home",
];
const DELIVERY = { "Standard – £3.50": 3.5, "Express – £6.95": 6.95 };
const PER_PAGE = 5;
const pounds = (amount: number): string => `£${amount.toFixed(2)}`;

/** Books on cards with a picture and a name that both lead to their page; a cart for each visitor, reviews, an order. */
const bookshop = (fault: Fault): RequestListener => {
  const books = TITLES.map((title, at): Book => {
    const id = 20 + at;
    const author = AUTHORS[at % AUTHORS.length] ?? "";
    const reviews = at % 3 === 1 ? [] : ["Lovely from the first page."];
    return { id, title, author, price: 5.5 + at, reviews };
  });
  const carts = new Map<string, Map<number, number>>();
  const find = (id: unknown): Book | undefined => books.find((book) => book.id === Number(id));
  const card = (book: Book, at: number, all: Book[]): string => {
    const cover = fault === "shows one cover twice" && at === 2 ? all[0]?.id : book.id;
    return `<li><a href="/books/${book.id}"><img src="/covers/${cover}.svg" alt="Cover of ${book.title}"></a>
      <h3><a href="/books/${book.id}">${book.title}</a></h3><p>${book.author}</p><p>${pounds(book.price)}</p></li>`;
  };
  const related = (book: Book): string => {
    const others = books.filter((other) => other !== book).slice(0, 3);
    const wrong = fault === "leads to the one before";
    return `<h2>Related books</h2><ul class=grid>${others
      .map((other, at) =>
        wrong ? card({ ...other, id: others[at - 1]?.id ?? book.id }, at, others) : card(other, at, others),
      )
      .join("")}</ul>`;
  };
  const page = (title: string, many: number, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
     <nav><a href="/">Catalogue</a> <a href="/cart">Cart (<span>${many}</span>)</a></nav><main><h1>${title}</h1>${main}</main>`;
  const pageOf = (book: Book): string =>
    `<p>${book.author}</p><p>${pounds(book.price)}</p>
     <form method=post action="/cart"><input type=hidden name=id value=${book.id}><label>Quantity <input type=number name=many min=1 max=9 value=1></label> <button>Add to cart</button></form>
     <h2>Reviews (${book.reviews.length})</h2>${book.reviews.map((said) => `<article class=review><p>${escapeHtml(said)}</p></article>`).join("")}
     <h3>Write a review</h3><form method=post action="/books/${book.id}/reviews"><label>Your name <input name=name value="Robin Reader" required></label>
       <label>Your review <textarea name=said required></textarea></label> <button>Send review</button></form>${related(book)}`;
  const catalogue = (url: URL): string => {
    const asked = (url.searchParams.get("q") ?? "").toLowerCase();
    const number = Number(url.searchParams.get("page") ?? 1);
    const found = books.filter(
      ({ title, author }) =>
        title.toLowerCase().includes(asked) ||
        (fault !== "searches titles alone" && author.toLowerCase().includes(asked)),
    );
    const from = (number - 1) * PER_PAGE - (fault === "turns to pages that overlap" && number > 1 ? 1 : 0);
    const shown = found.slice(from, from + PER_PAGE);
    return `<form action="/" role=search><label>Search title or author <input type=search name=q value="${escapeHtml(asked)}"></label> <button>Apply</button></form>
      <ul class=grid>${shown.map(card).join("")}</ul>${
        number * PER_PAGE < found.length
          ? `<nav aria-label=Pages><a href="/?page=${number + 1}">Next</a></nav>`
          : ""
      }`;
  };
  const totalOf = (cart: Map<number, number>): number =>
    [...cart].reduce((sum, [id, many]) => sum + many * (find(id)?.price ?? 0), 0);
  const cartOf = (cart: Map<number, number>): string =>
    cart.size === 0
      ? "<p>Nothing is in it.</p>"
      : `<table aria-label=Cart><thead><tr><th>Book<th>Price<th>Quantity<th></tr></thead><tbody>${[...cart]
          .map(([id, many]) => {
            const { title = "", price = 0 } = find(id) ?? {};
            return `<tr><td><a href="/books/${id}">${title}</a><td>${pounds(price)}<td><form method=post action="/cart"><input type=hidden name=set value=${id}><input type=number name=many min=1 max=9 aria-label="Quantity of ${title}" value=${many}> <button aria-label="Update ${title}">Update</button></form><td><form method=post action="/cart"><input type=hidden name=remove value=${id}><button aria-label="Remove ${title}">Remove</button></form></tr>`;
          })
          .join(
            "",
          )}</tbody></table><p>Subtotal <b>${pounds(totalOf(cart))}</b></p><p><a href="/checkout">Go to checkout</a></p>`;
  const checkout = (cart: Map<number, number>): string =>
    `<form method=post action="/orders"><label>Address <input name=address required></label><fieldset><legend>Delivery</legend>${Object.keys(
      DELIVERY,
    )
      .map(
        (name, at) =>
          `<label><input type=radio name=delivery value="${name}"${at === 0 ? " checked" : ""} onchange="show()"> ${name}</label>`,
      )
      .join(
        " ",
      )}</fieldset><p>Total <b id=total>${pounds(totalOf(cart) + 3.5)}</b></p><button>Place order</button></form>
     <script>const prices = ${JSON.stringify(DELIVERY)}; const show = () => { document.querySelector("#total").textContent = "£" + (${totalOf(cart)} + prices[document.querySelector(":checked").value]).toFixed(2); };</script>`;
  return (request, response) =>
    void text(request).then((body) => {
      const id = /cart=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
      const cart = carts.get(id) ?? new Map<number, number>();
      carts.set(id, cart);
      const url = new URL(request.url ?? "/", "http://app");
      const sent = new URLSearchParams(body);
      const head = { "content-type": "text/html; charset=utf-8", "set-cookie": `cart=${id}; Path=/` };
      const answer = (status: number, title: string, main: string): void =>
        void response.writeHead(status, head).end(
          page(
            title,
            [...cart.values()].reduce((sum, many) => sum + many, 0),
            main,
          ),
        );
      const back = (to: string): void => void response.writeHead(303, { ...head, location: to }).end();
      const book = find(/^\/books\/(\d+)/.exec(url.pathname)?.[1]);
      if (url.pathname.startsWith("/covers/"))
        return void response
          .writeHead(200, { "content-type": "image/svg+xml" })
          .end(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>`);
      if (request.method === "POST" && book) {
        if (book.reviews.length === 0 && fault === "breaks at a first review")
          return answer(500, "Error", "");
        book.reviews.push(sent.get("said") ?? "");
        return back(`/books/${book.id}`);
      }
      if (request.method === "POST" && url.pathname === "/orders") {
        const chosen =
          fault === "charges for the slow delivery" ? "Standard – £3.50" : (sent.get("delivery") ?? "");
        const total = totalOf(cart) + (DELIVERY[chosen as keyof typeof DELIVERY] ?? 0);
        cart.clear();
        return answer(
          200,
          "Thank you",
          `<p>Your order is on its way.</p><p>Total <b>${pounds(total)}</b></p>`,
        );
      }
      if (request.method === "POST") {
        const [one, many] = [Number(sent.get("id") ?? sent.get("set")), Number(sent.get("many"))];
        const last = [...cart.keys()].at(-1) ?? 0;
        if (sent.has("remove"))
          cart.delete(fault === "takes out the last" ? last : Number(sent.get("remove")));
        else if (sent.has("set") || fault === "replaces what is there") cart.set(one, many);
        else cart.set(one, (cart.get(one) ?? 0) + many);
        return back("/cart");
      }
      if (book) return answer(200, book.title, pageOf(book));
      if (url.pathname === "/") return answer(200, "Catalogue", catalogue(url));
      if (url.pathname === "/cart") return answer(200, "Cart", cartOf(cart));
      if (url.pathname === "/checkout") return answer(200, "Checkout", checkout(cart));
      return answer(404, "Not found", "<p>There is no such page.</p>");
    });
};

const LIMITS = { pages: 14, actions: 200 };

it("a bookshop that is sound", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, bookshop(null), LIMITS);
  expect(failing).toEqual([]);
  const ids = [
    "items-home",
    "items-book",
    "pictures-home",
    "search-home-parts",
    "paging-home",
    "cart-adds-up",
  ];
  for (const id of ids) expect(yaml).toContain(`id: ${id}\n`);
});

it.each<[Fault, string]>([
  ["shows one cover twice", "pictures-home"],
  ["leads to the one before", "items-book"],
  ["searches titles alone", "search-home-parts"],
  ["turns to pages that overlap", "paging-home"],
  ["breaks at a first review", "post-write-a-review-2"],
  ["takes out the last", "cart-removes"],
  ["replaces what is there", "cart-adds-up"],
  ["charges for the slow delivery", "checkout-submit"],
])('a bookshop that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const { failing } = await tryPages(browser, bookshop(fault), {
    ...LIMITS,
    only: new RegExp(`^${expected}$`),
  });
  expect(failing).toEqual([expected]);
});
