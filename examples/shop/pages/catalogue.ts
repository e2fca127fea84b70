import { findProducts, isSort, SORTS } from "#examples/shop/catalogue.ts";
import type { ProductPage } from "#examples/shop/catalogue.ts";
import { count, day, money } from "#examples/shop/format.ts";
import { html, raw } from "#examples/shop/html.ts";
import type { Html } from "#examples/shop/html.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { CATEGORIES } from "#examples/shop/seed.ts";
import type { Product } from "#examples/shop/store.ts";
import { field, options, page } from "./layout.ts";

const PAGE_SIZE = 12;

/** The picture of a product. */
export function picture({ shop: { bugs } }: Context, product: Product): Html {
  const lost = bugs.has("image-broken") && product.id % 6 === 2;
  const id = bugs.has("images-same") ? "1" : String(product.id);
  const alt = !bugs.has("image-without-alt") && html` alt="${product.name}"`;
  return html`<img src="/images/${lost ? "missing" : id}.svg" ${alt} width="400" height="400" />`;
}

/** A product in a list, as a card. */
export function card(context: Context, product: Product): Html {
  const { bugs, store } = context.shop;
  const wrong = bugs.has("card-link-wrong") && store.products.has(product.id + 1);
  const dead = bugs.has("card-link-dead") && product.id % 10 === 4;
  const id = dead ? product.id + 9000 : wrong ? product.id + 1 : product.id;
  const cents = bugs.has("card-price-differs") ? product.priceCents + 100 : product.priceCents;
  return html`<li class="card">
    ${picture(context, product)}
    <div class="card-text">
      <h3><a href="/products/${id}">${product.name}</a></h3>
      <p class="muted">
        ${product.category} · <time datetime="${product.added}">${day(product.added)}</time>
      </p>
      <p class="price">${money(cents)}</p>
    </div>
  </li>`;
}

function pagination({ shop: { bugs }, query }: Context, { page: current, pages }: ProductPage): Html | null {
  if (pages < 2) return null;
  const link = (target: number, label: string): Html => {
    const params = new URLSearchParams(query);
    params.set("page", String(target));
    const here = target === current && label === String(target) && raw(' aria-current="page"');
    return html`<li><a href="/catalogue?${params.toString()}" ${here}>${label}</a></li>`;
  };
  const next = bugs.has("next-page-same") ? current : current + 1;
  return html`<nav class="pages" aria-label="Pages">
    <ul>
      ${current > 1 && link(current - 1, "Previous")}
      ${Array.from({ length: pages }, (_, index) => link(index + 1, String(index + 1)))}
      ${current < pages && link(next, "Next")}
    </ul>
  </nav>`;
}

/** GET /catalogue */
export async function cataloguePage(context: Context): Promise<Reply> {
  const { query, shop, session } = context;
  const { bugs } = shop;
  if (bugs.has("slow-but-right")) await shop.wait(1_500);
  let q = query.get("q") ?? "";
  if (bugs.has("search-sticks")) {
    q ||= session.lastSearch;
    session.lastSearch = q;
  }
  if (bugs.has("search-slow") && q !== "") await shop.wait(8_000);
  const sent = query.get("sort") ?? "";
  const sort = isSort(sent) ? sent : "name";
  const category = CATEGORIES.find((known) => known === query.get("category")) ?? "";
  if (bugs.has("category-throws") && category === "Textiles") readFacets(category);
  const wanted = Math.max(1, Math.trunc(Number(query.get("page"))) || 1);
  const result = findProducts(shop, { q, category, sort, page: wanted, pageSize: PAGE_SIZE });
  const total = bugs.has("count-off-by-one") ? result.total + 1 : result.total;
  const echo = bugs.has("search-runs-markup") ? raw(q) : q;
  const filtered = q !== "" || category !== "" || sort !== "name";
  const search = html`<input type="search" name="q" value="${q}" />`;
  const body = html`<h1>Catalogue</h1>
    <form class="filters" method="get" action="/catalogue" role="search">
      ${bugs.has("search-without-label") ? search : field("Search", search)}
      ${field(
        "Category",
        html`<select name="category">
          ${options([["", "All categories"], ...CATEGORIES.map((name) => [name, name] as const)], category)}
        </select>`,
      )}
      ${field(
        "Sort by",
        html`<select name="sort">
          ${options(Object.entries(SORTS), sort)}
        </select>`,
      )}
      <button type="submit">Apply</button>
      ${filtered && html`<a href="/catalogue">Clear</a>`}
    </form>
    <p class="muted" role="status">${count(total, "product")}${q !== "" && html` for “${echo}”`}</p>
    ${
      result.items.length === 0
        ? html`<p class="empty">Nothing here matches.</p>`
        : html`<h2 class="hidden">Products</h2>
            <ul class="cards" aria-label="Products">
              ${result.items.map((product) => card(context, product))}
            </ul>`
    }
    ${pagination(context, result)}`;
  return page(context, { title: "Catalogue", body });
}

function readFacets(category: string): number {
  const facets = new Map<string, { colours: string[] }>();
  return (facets.get(category) as { colours: string[] }).colours.length;
}
