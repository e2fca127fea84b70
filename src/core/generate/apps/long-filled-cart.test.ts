import { text } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PRICES: Record<string, number> = { Fern: 12.5, Cactus: 6.25, Orchid: 24.9, Pot: 9.4 };

type Fault = "takes fewer than none" | "adds up one of each" | "takes out the last one";

/** How many can be had at least, and so many more each time, as fields state; at most, as the page of an item says. */
type Pack = { min: number; max?: number; step?: number };

/** Somebody's cart, in which there is a pot from before; `kinds`: plants begin with none of each size, and one has to be chosen; `tells`: the page of a plant says how many can be had at most; `taxed`: what the lines come to is not what is called the subtotal. */
const shop = (
  fault: Fault | null,
  taxed: boolean,
  pack: Pack = { min: 1 },
  kinds = false,
  tells = true,
): RequestListener => {
  const bounds = `min=${pack.min} step=${pack.step ?? 1}`;
  const said = pack.max === undefined || !tells ? "" : `<p>Max. ${pack.max} per customer</p>`;
  const cart = new Map([["Pot", 1]]);
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Shop</a> <a href="/cart">Cart (${[...cart.values()].reduce((sum, many) => sum + many, 0)})</a></nav><main><h1>${title}</h1>${main}</main>`;
  const had = (many: number): number => {
    const { min, max = Infinity, step = 1 } = pack;
    return many < 1 ? many : Math.min(max, Math.max(min, Math.floor(many / step) * step));
  };
  const sizesIn = (sent: URLSearchParams): number =>
    Number(sent.get("small") ?? 0) + Number(sent.get("large") ?? 0);
  const money = (sum: number): string => `€${sum.toFixed(2)}`;
  const row = ([name, many]: [string, number]): string => {
    const price = PRICES[name] ?? 0;
    return `<tr><td><a href="/plants/${name}">${name}</a><td>${money(price)}<td><form method=post action="/cart"><input type=hidden name=change value=${name}><input type=number name=many ${bounds} aria-label="Quantity of ${name}" value=${many}><button formnovalidate aria-label="Update quantity of ${name}">Update</button></form>
      <td>${money(price * many)}<td><form method=post action="/cart"><button name=remove value=${name} aria-label="Remove ${name}">Remove</button></form></tr>`;
  };
  const rows = (): string => {
    const net = taxed ? 0.8 : 1;
    const sum = [...cart].reduce(
      (all, [name, many]) => all + net * (PRICES[name] ?? 0) * (fault === "adds up one of each" ? 1 : many),
      0,
    );
    return `<table><thead><tr><th>Product<th>Price<th>Quantity<th>Total<th></tr></thead><tbody>${[...cart].map(row).join("")}</tbody></table>
      <p>${cart.size} kinds. Subtotal: <b>${money(sum)}</b> <span>(delivery is added later${taxed ? ", as is the tax" : ""})</span></p><p>No delivery is to be paid from ${money(60)}.</p>`;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "POST") {
      const sent = new URLSearchParams(await text(request));
      const [name, many] = [
        sent.get("name") ?? sent.get("change") ?? "",
        Number(sent.get("many") ?? sizesIn(sent)),
      ];
      const removed = sent.get("remove");
      const taken = many > 0 || (sent.has("change") && fault === "takes fewer than none");
      if (removed)
        cart.delete(fault === "takes out the last one" ? ([...cart.keys()].at(-1) ?? "") : removed);
      else if (taken) cart.set(name, had(many + (sent.has("change") ? 0 : (cart.get(name) ?? 0))));
      return void response.writeHead(303, { location: "/cart" }).end();
    }
    const url = request.url ?? "/";
    const name = Object.keys(PRICES).find((each) => url === `/plants/${each}`);
    response.writeHead(name || /^\/(?:cart)?$/.test(url) ? 200 : 404, { "content-type": "text/html" });
    const shown = Object.keys(PRICES).filter((each) => each !== "Pot");
    const list = shown.map((each) => `<li><a href="/plants/${each}">${each}</a> ${money(PRICES[each] ?? 0)}`);
    if (url === "/cart") return void response.end(page("Your cart", rows()));
    if (!name) return void response.end(page("Plants", `<ul>${list.join("")}</ul>`));
    const sizes = ["small", "large"].map(
      (size) =>
        `<label>${name}, ${size} <select name=${size}>${[0, 1, 2].map((many) => `<option>${many}`).join("")}</select></label>`,
    );
    const form = kinds
      ? `<form method=post action="/cart"><input type=hidden name=name value=${name}>${sizes.join(" ")} <button>Add to cart</button></form>`
      : `<form method=post action="/cart"><input type=hidden name=name value=${name}><label>Quantity <input type=number name=many ${bounds} value=${pack.min}></label> <button formnovalidate>Add to cart</button></form>`;
    response.end(page(name, `<p>${money(PRICES[name] ?? 0)}</p>${said}${form}`));
  };
  return (request, response) => void answer(request, response);
};

it.each<[Fault | null, boolean, string[]]>([
  [null, false, []],
  [null, true, []],
  ["takes fewer than none", false, ["cart-below-zero"]],
  ["adds up one of each", false, ["cart-quantity"]],
  ["takes out the last one", false, ["cart-removes"]],
])(
  "a cart with something from before that %s, taxed: %s",
  { timeout: 240_000 },
  async (fault, taxed, told) => {
    const { failing, yaml } = await tryPages(browser, shop(fault, taxed), {
      only: /^cart-/,
      pages: 8,
      actions: 100,
    });
    expect(failing).toEqual(told);
    for (const id of ["cart-keeps", "cart-quantity", "cart-adds-up", "cart-below-zero", "cart-removes"])
      expect(yaml).toContain(`id: ${id}\n`);
  },
);

it.each<[string, Pack, Fault | null, string[]]>([
  ["packs of six", { min: 6, step: 6 }, null, []],
  ["at most two", { min: 1, max: 2 }, null, []],
  ["packs of six", { min: 6, step: 6 }, "adds up one of each", ["cart-quantity"]],
])("a cart of %s, %o, that %s", { timeout: 240_000 }, async (_, pack, fault, told) => {
  const { failing, yaml } = await tryPages(browser, shop(fault, false, pack), {
    only: /^cart-(?:quantity|adds-up)$/,
    pages: 8,
    actions: 100,
  });
  expect(failing).toEqual(told);
  expect(yaml).toContain("id: cart-quantity\n");
  expect(yaml).not.toContain("id: cart-adds-up\n");
});

it.each<[Fault | null, string[]]>([
  [null, []],
  ["adds up one of each", ["cart-quantity"]],
  ["takes out the last one", ["cart-removes"]],
])(
  "a cart of what is chosen by kind first, two at most, that %s",
  { timeout: 240_000 },
  async (fault, told) => {
    const { failing, yaml } = await tryPages(browser, shop(fault, false, { min: 1, max: 2 }, true, false), {
      only: /^cart-/,
      pages: 8,
      actions: 100,
    });
    expect(failing).toEqual(told);
    for (const id of ["cart-keeps", "cart-quantity", "cart-removes"]) expect(yaml).toContain(`id: ${id}\n`);
  },
);
