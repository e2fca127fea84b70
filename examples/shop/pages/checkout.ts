import { money } from "#examples/shop/format.ts";
import { html, raw } from "#examples/shop/html.ts";
import type { Html } from "#examples/shop/html.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { cartLines, COUNTRIES, DELIVERIES, subtotal } from "#examples/shop/orders.ts";
import type { OrderLine } from "#examples/shop/store.ts";
import { field, notFound, options, page } from "./layout.ts";

function checkoutLines(context: Context): { lines: OrderLine[]; direct: boolean } {
  const product = context.shop.store.products.get(Number(context.query.get("product")));
  if (!product || product.stock === 0)
    return { lines: cartLines(context.shop, context.session), direct: false };
  const { id: productId, name, priceCents } = product;
  return { lines: [{ productId, name, priceCents, quantity: 1 }], direct: true };
}

function summary(context: Context, lines: readonly OrderLine[], direct: boolean): Html {
  const total = subtotal(context.shop, lines) + DELIVERIES.standard.cents;
  return html`<section class="panel" aria-labelledby="summary">
    <h2 id="summary">Your order</h2>
    <ul class="lines">
      ${lines.map((line) => {
        const amount = direct ? "" : `${line.quantity} × `;
        return html`<li
          data-product="${line.productId}"
          data-cents="${line.priceCents}"
          data-quantity="${line.quantity}"
        >
          <span>${amount}${line.name}</span> <span>${money(line.priceCents * line.quantity)}</span>
        </li>`;
      })}
    </ul>
    ${direct && field("Quantity", html`<input type="number" name="quantity" value="1" min="1" max="99" required />`)}
    <p class="total"><span>Total with delivery</span> <output id="total">${money(total)}</output></p>
  </section>`;
}

function checkoutForm(context: Context, lines: readonly OrderLine[], direct: boolean): Html {
  const { bugs } = context.shop;
  const required = raw(" required");
  const name = !bugs.has("checkout-required-empty") && required;
  const email = bugs.has("checkout-email-unchecked") ? "text" : "email";
  const deliveries = Object.entries(DELIVERIES).map(([id, { label, cents }]) => {
    const checked = id === "standard" && raw(" checked");
    return html`<label class="choice">
      <input type="radio" name="delivery" value="${id}" data-cents="${cents}" ${checked} /> ${label}
      (${money(cents)})
    </label>`;
  });
  return html`<form id="checkout" class="columns">
    <div>
      ${field("Full name", html`<input name="name" autocomplete="name" maxlength="200" ${name} />`)}
      ${field("E-mail", html`<input type="${email}" name="email" autocomplete="email" ${required} />`)}
      ${field("Address", html`<input name="address" autocomplete="street-address" ${required} />`)}
      <div class="pair">
        ${field("Postcode", html`<input name="postcode" autocomplete="postal-code" maxlength="12" ${required} />`)}
        ${field("City", html`<input name="city" autocomplete="address-level2" ${required} />`)}
      </div>
      ${field(
        "Country",
        html`<select name="country">
          ${options(
            COUNTRIES.map((each) => [each, each]),
            "Germany",
          )}
        </select>`,
      )}
      <fieldset>
        <legend>Delivery</legend>
        ${deliveries}
      </fieldset>
      ${field("Note for us (optional)", html`<textarea name="note" rows="2" maxlength="1000"></textarea>`)}
      <label class="choice"><input type="checkbox" name="terms" required /> I accept the terms of sale</label>
      <p class="error" role="alert" id="problem"></p>
      <button type="submit">Place order</button>
    </div>
    ${summary(context, lines, direct)}
  </form>`;
}

/** GET /checkout: orders what is in the cart, or one product with `?product=ID`. */
export function checkoutPage(context: Context): Reply {
  const { lines, direct } = checkoutLines(context);
  const body =
    lines.length === 0
      ? html`<h1>Checkout</h1>
          <p class="empty">There is nothing to order yet. <a href="/catalogue">See the catalogue</a></p>`
      : html`<h1>Checkout</h1>
          ${checkoutForm(context, lines, direct)}`;
  return page(context, { title: "Checkout", body, scripts: lines.length === 0 ? [] : ["checkout"] });
}

/** GET /thank-you/{number}: for the browser that placed the order, and for staff. */
export function thankYouPage(context: Context): Reply {
  const { shop, session, user, params } = context;
  const number = Number(params["number"]);
  const order = shop.store.orders.get(number);
  if (!order || (!session.orders.has(number) && !user)) return notFound(context);
  const { customer } = order;
  const body = html`<h1>Thank you, ${customer.name}</h1>
    <p>
      Your order <strong data-testid="order-number">#${order.number}</strong> is placed. We will write to
      ${customer.email} when it is on its way.
    </p>
    <section class="panel narrow" aria-labelledby="details">
      <h2 id="details">Details</h2>
      <ul class="lines">
        ${order.lines.map((line) => {
          const sum = money(line.priceCents * line.quantity);
          return html`<li><span>${line.quantity} × ${line.name}</span> <span>${sum}</span></li>`;
        })}
        <li><span>Delivery</span> <span>${money(order.deliveryCents)}</span></li>
      </ul>
      <p class="total"><span>Total</span> <output>${money(order.totalCents)}</output></p>
      <p class="muted">Includes ${money(order.taxCents)} of VAT.</p>
      <address>
        ${customer.name}<br />${customer.address}<br />${customer.postcode} ${customer.city}<br />${customer.country}
      </address>
    </section>
    <p><a href="/catalogue">Back to the catalogue</a></p>`;
  return page(context, { title: "Thank you", body });
}
