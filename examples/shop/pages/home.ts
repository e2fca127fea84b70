import { findProducts } from "#examples/shop/catalogue.ts";
import { html } from "#examples/shop/html.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { CATEGORIES } from "#examples/shop/seed.ts";
import { card } from "./catalogue.ts";
import { page } from "./layout.ts";

/** GET / */
export function homePage(context: Context): Reply {
  const newest = findProducts(context.shop, { q: "", category: "", sort: "-added", page: 1, pageSize: 4 });
  const body = html`<section class="hero">
      <h1>Made to last, made to be used</h1>
      <p>Mugs, lamps, blankets and a few other things that a home is better with.</p>
      <p><a class="button" href="/catalogue">See the catalogue</a></p>
    </section>
    <h2>New this season</h2>
    <ul class="cards" aria-label="New products">
      ${newest.items.map((product) => card(context, product))}
    </ul>
    <h2>By room</h2>
    <ul class="chips" aria-label="Categories">
      ${CATEGORIES.map((name) => html`<li><a href="/catalogue?category=${name}">${name}</a></li>`)}
    </ul>`;
  return page(context, { title: "Things for the home", body });
}
