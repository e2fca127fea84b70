import { html, raw } from "#examples/shop/html.ts";
import type { Html } from "#examples/shop/html.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { cartLines } from "#examples/shop/orders.ts";

export type Page = {
  title: string;
  body: Html;
  status?: number;
  /** Names of modules under /assets that the page loads. */
  scripts?: string[];
};

const LINKS = [
  ["/catalogue", "Catalogue"],
  ["/inventory", "Inventory"],
  ["/orders", "Orders"],
  ["/about", "About"],
  ["/help", "Help"],
  ["/contact", "Contact"],
] as const;

function navigation({ path }: Context): Html {
  return html`<nav aria-label="Main">
    <ul>
      ${LINKS.map(([target, label]) => {
        const here = path === target && raw(' aria-current="page"');
        return html`<li><a href="${target}" ${here}>${label}</a></li>`;
      })}
    </ul>
  </nav>`;
}

function account({ user, session, shop }: Context): Html {
  const lines = cartLines(shop, session);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const shown = shop.bugs.has("cart-badge-wrong") ? lines.length : pieces;
  return html`<div class="account">
    ${
      user
        ? html`<a href="/account">Account</a>
            <form method="post" action="/logout"><button class="link" type="submit">Log out</button></form>`
        : html`<a href="/login">Log in</a>`
    }
    <a class="cart-link" href="/cart">Cart <span class="badge">${shown}</span></a>
  </div>`;
}

function footer({ shop: { bugs } }: Context): Html {
  const delivery = bugs.has("broken-link") ? "/help/delivery" : "/help#delivery";
  return html`<footer>
    <div>
      <strong>Fern &amp; Oak</strong>
      <p>Things for the home that are made to last.</p>
    </div>
    <ul>
      <li><a href="/about">About us</a></li>
      <li><a href="${delivery}">Delivery and returns</a></li>
      <li><a href="/contact">Write to us</a></li>
    </ul>
  </footer>`;
}

function faultyScripts({ path, shop: { bugs } }: Context): string[] {
  const names: string[] = [];
  if (bugs.has("page-error") && path === "/about") names.push("page-error");
  if (bugs.has("console-error") && path === "/about") names.push("console-error");
  if (bugs.has("back-button-trapped") && path.startsWith("/products/")) names.push("trap");
  if (bugs.has("meant-401") || bugs.has("noise-console") || bugs.has("noise-third-party"))
    names.push("noise");
  return names;
}

/** Puts a page into the shop's frame. */
export function page(context: Context, { title, body, status = 200, scripts = [] }: Page): Reply {
  const { bugs, tracingSrc } = context.shop;
  const flash = context.session.flash;
  context.session.flash = null;
  const modules = [...scripts, ...faultyScripts(context)];
  const lang = !bugs.has("language-missing") && raw(' lang="en"');
  const document = html`<!doctype html>
<html${lang}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – Fern &amp; Oak</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/assets/shop.css">
    ${tracingSrc !== null && html`<script src="${tracingSrc}"></script>`}
    ${bugs.has("script-missing") && html`<script src="/assets/recommendations.js" defer></script>`}
    ${modules.map((name) => html`<script type="module" src="/assets/${name}.js"></script>`)}
  </head>
  <body${bugs.has("low-contrast") && raw(' class="pale"')}>
    <a class="skip" href="#content">Skip to content</a>
    <header>
      <a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28"> Fern &amp; Oak</a>
      ${navigation(context)} ${account(context)}
    </header>
    <main id="content">
      ${flash !== null && html`<p class="notice" role="status">${flash}</p>`} ${body}
    </main>
    ${footer(context)}
  </body>
</html>
`;
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: document.html };
}

/** The page for an address that leads nowhere. */
export function notFound(context: Context): Reply {
  const body = html`<h1>Page not found</h1>
    <p>There is nothing at this address. <a href="/catalogue">See the catalogue</a></p>`;
  return page(context, { title: "Page not found", status: 404, body });
}

/** The page for an error of ours; it tells nothing of the cause. */
export function failed(context: Context, status: number, message: string): Reply {
  const body = html`<h1>${message}</h1>
    <p>Please try again in a moment. <a href="/">Back to the start</a></p>`;
  return page(context, { title: message, status, body });
}

/** A field of a form with its label, and its error if it has one. */
export function field(label: string, control: Html, error?: string): Html {
  const message = error !== undefined && html`<span class="error">${error}</span>`;
  return html`<label class="field"><span>${label}</span>${control}${message}</label>`;
}

/** The options of a select. */
export function options(
  entries: Iterable<readonly [value: string, label: string]>,
  selected: string,
): Html[] {
  return [...entries].map(([value, label]) => {
    return html`<option value="${value}" ${value === selected && raw(" selected")}>${label}</option>`;
  });
}
