import { money } from "#examples/shop/format.ts";
import { html } from "#examples/shop/html.ts";
import type { Html } from "#examples/shop/html.ts";
import { formOf, httpError, redirect } from "#examples/shop/http.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { cartLines, subtotal } from "#examples/shop/orders.ts";
import type { OrderLine } from "#examples/shop/store.ts";
import { page } from "./layout.ts";

function row({ shop: { bugs } }: Context, line: OrderLine): Html {
  const remove = bugs.has("button-without-name") ? html`<span class="cross"></span>` : "Remove";
  return html`<tr>
    <th scope="row"><a href="/products/${line.productId}">${line.name}</a></th>
    <td>${money(line.priceCents)}</td>
    <td>
      <form class="inline" method="post" action="/cart/${line.productId}">
        <input
          type="number"
          name="quantity"
          value="${line.quantity}"
          min="1"
          max="99"
          required
          aria-label="Quantity of ${line.name}"
        />
        <button class="quiet" type="submit">Update</button>
      </form>
    </td>
    <td>${money(line.priceCents * line.quantity)}</td>
    <td>
      <form method="post" action="/cart/${line.productId}/remove">
        <button class="quiet" type="submit">${remove}</button>
      </form>
    </td>
  </tr>`;
}

/** GET /cart */
export function cartPage(context: Context): Reply {
  const lines = cartLines(context.shop, context.session);
  const body =
    lines.length === 0
      ? html`<h1>Cart</h1>
          <p class="empty">Your cart is empty. <a href="/catalogue">See the catalogue</a></p>`
      : html`<h1>Cart</h1>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Item</th>
                  <th scope="col">Price</th>
                  <th scope="col">Quantity</th>
                  <th scope="col">Sum</th>
                  <td></td>
                </tr>
              </thead>
              <tbody>
                ${lines.map((line) => row(context, line))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colspan="3">Total</th>
                  <td>${money(subtotal(context.shop, lines))}</td>
                  <td></td>
                </tr>
              </tfoot>
            </table>
          </div>
          <p><a class="button" href="/checkout">Go to checkout</a></p>`;
  return page(context, { title: "Cart", body });
}

function quantityOf(context: Context): number {
  const quantity = Number(formOf(context).get("quantity"));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) {
    throw httpError(422, "The quantity must be a whole number from 1 to 99");
  }
  return quantity;
}

/** POST /cart: puts a product into the cart. */
export function addToCart(context: Context): Reply {
  const { session, shop } = context;
  const product = shop.store.products.get(Number(formOf(context).get("product")));
  if (!product || product.stock === 0) throw httpError(422, "This product cannot be ordered");
  const quantity = quantityOf(context) + (session.cart.get(product.id) ?? 0);
  session.cart.set(product.id, Math.min(99, quantity));
  session.flash = `${product.name} is in your cart.`;
  return redirect("/cart");
}

/** POST /cart/{id}: sets the quantity of a line. */
export function updateCart(context: Context): Reply {
  const { session, params, shop } = context;
  const id = Number(params["id"]);
  const quantity = quantityOf(context);
  if (session.cart.has(id) && !shop.bugs.has("cart-update-ignored")) session.cart.set(id, quantity);
  return redirect("/cart");
}

/** POST /cart/{id}/remove */
export function removeFromCart(context: Context): Reply {
  const { session, params, shop } = context;
  const id = Number(params["id"]);
  const first = session.cart.keys().next().value;
  session.cart.delete(shop.bugs.has("cart-removes-first") && first !== undefined ? first : id);
  return redirect("/cart");
}
