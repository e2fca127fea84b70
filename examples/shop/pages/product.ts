import { count, day, money } from "#examples/shop/format.ts";
import { html, raw } from "#examples/shop/html.ts";
import type { Html } from "#examples/shop/html.ts";
import { formOf, redirect } from "#examples/shop/http.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import type { Product, Review } from "#examples/shop/store.ts";
import { picture } from "./catalogue.ts";
import { field, notFound, options, page } from "./layout.ts";

const RATINGS = [5, 4, 3, 2, 1].map((stars) => [String(stars), count(stars, "star")] as const);

/** The product of `{id}` in the path. */
export function productOf({ shop, params }: Context): Product | undefined {
  return shop.store.products.get(Number(params["id"]));
}

function reviewsOf({ shop }: Context, product: Product): Review[] {
  return shop.store.reviews.filter((review) => review.productId === product.id);
}

function reviewItem({ shop: { bugs } }: Context, review: Review): Html {
  const text = bugs.has("review-runs-markup") ? raw(review.text) : review.text;
  return html`<li>
    <p><strong>${review.author}</strong> · ${count(review.rating, "star")}</p>
    <p>${text}</p>
    <p class="muted"><time datetime="${review.date}">${day(review.date)}</time></p>
  </li>`;
}

function reviewSection(
  context: Context,
  product: Product,
  error: string | null,
  sent: URLSearchParams,
): Html {
  const { bugs } = context.shop;
  const reviews = reviewsOf(context, product);
  const shown = bugs.has("review-count-stale") ? Math.min(reviews.length, 4) : reviews.length;
  const required = !bugs.has("review-required-empty") && raw(" required");
  return html`<section aria-labelledby="reviews">
    <h2 id="reviews">${count(shown, "review")}</h2>
    <ul class="reviews" aria-labelledby="reviews">
      ${reviews.map((review) => reviewItem(context, review))}
    </ul>
    <form class="panel" method="post" action="/products/${product.id}/reviews" aria-label="Write a review">
      <h3>Write a review</h3>
      ${error !== null && html`<p class="error" role="alert">${error}</p>`}
      ${field("Your name", html`<input name="author" value="${sent.get("author")}" maxlength="60" ${required} />`)}
      ${field(
        "Rating",
        html`<select name="rating">
          ${options(RATINGS, sent.get("rating") ?? "5")}
        </select>`,
      )}
      ${field("Review", html`<textarea name="text" rows="3" maxlength="1000" required>${sent.get("text")}</textarea>`)}
      <button type="submit">Send review</button>
    </form>
  </section>`;
}

function productBody(context: Context, product: Product, error: string | null): Html {
  const { bugs } = context.shop;
  const sent = error === null ? new URLSearchParams() : formOf(context);
  const quantity = html`<input type="number" name="quantity" value="1" min="1" max="99" required />`;
  const add = bugs.has("cart-button-renamed") ? "Put into basket" : "Add to cart";
  const buy = html`<form class="buy" method="post" action="/cart">
      <input type="hidden" name="product" value="${product.id}" />
      ${field("Quantity", quantity)}
      <button type="submit">${add}</button>
    </form>
    <p><a href="/checkout?product=${product.id}">Buy now</a></p>`;
  return html`<p class="crumbs"><a href="/catalogue">Catalogue</a> / ${product.category}</p>
    <div class="product">
      ${picture(context, product)}
      <div>
        <h1>${product.name}</h1>
        <p class="price">${money(product.priceCents)}</p>
        <p>${product.description}</p>
        ${product.stock === 0 ? html`<p class="soldout">Sold out</p>` : buy}
        <dl>
          <dt>Article</dt>
          <dd>${product.sku}</dd>
          <dt>Category</dt>
          <dd>${product.category}</dd>
          <dt>In the catalogue since</dt>
          <dd><time datetime="${product.added}">${day(product.added)}</time></dd>
        </dl>
      </div>
    </div>
    ${reviewSection(context, product, error, sent)}`;
}

/** GET /products/{id} */
export function productPage(context: Context): Reply {
  const product = productOf(context);
  if (!product) return notFound(context);
  return page(context, { title: product.name, body: productBody(context, product, null) });
}

/** POST /products/{id}/reviews */
export function addReview(context: Context): Reply {
  const product = productOf(context);
  if (!product) return notFound(context);
  const { bugs, store } = context.shop;
  const form = formOf(context);
  const author = form.get("author") ?? "";
  const text = form.get("text") ?? "";
  const rating = Number(form.get("rating"));
  const anonymous = author.trim() === "" && !bugs.has("review-required-empty");
  if (anonymous || text.trim() === "" || !RATINGS.some(([stars]) => stars === String(rating))) {
    const message = "Please give a name, a rating and a review.";
    const body = productBody(context, product, message);
    return page(context, { title: product.name, status: 422, body });
  }
  if (!bugs.has("review-lost")) {
    const kept = bugs.has("review-truncated") ? text.slice(0, 40) : text;
    const date = new Date().toISOString().slice(0, 10);
    store.reviews.push({ productId: product.id, author, rating, text: kept, date });
  }
  context.session.flash = "Thank you for your review.";
  return redirect(`/products/${product.id}`);
}
