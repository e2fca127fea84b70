import { count, day, money } from "#examples/shop/format.ts";
import { html } from "#examples/shop/html.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import type { Order } from "#examples/shop/store.ts";
import { field, notFound, options, page } from "./layout.ts";

const STATES = [
  ["", "All orders"],
  ["new", "New"],
  ["shipped", "Shipped"],
  ["delivered", "Delivered"],
] as const;

function listed({ shop: { bugs, store }, query }: Context): Order[] {
  const state = query.get("status") ?? "";
  const wanted = bugs.has("status-option-dead") && state === "shipped" ? "" : state;
  return [...store.orders.values()]
    .filter((order) => wanted === "" || order.status === wanted)
    .filter((order) => !(bugs.has("order-not-listed") && order.number > 1005))
    .toSorted((a, b) => b.number - a.number);
}

/** GET /orders */
export function ordersPage(context: Context): Reply {
  const { bugs } = context.shop;
  const orders = listed(context);
  const amount = bugs.has("orders-count-wrong") ? context.shop.store.orders.size + 2 : orders.length;
  const counted = bugs.has("orders-total-wrong") ? orders.slice(1) : orders;
  const total = counted.reduce((sum, order) => sum + order.totalCents, 0);
  const state = context.query.get("status") ?? "";
  const body = html`<h1>Orders</h1>
    <form class="filters" method="get" action="/orders" aria-label="Filter">
      ${field(
        "Status",
        html`<select name="status">
          ${options(STATES, state)}
        </select>`,
      )}
      <button type="submit">Filter</button>
    </form>
    <p class="muted" role="status">${count(amount, "order")}</p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Date</th>
            <th scope="col">Customer</th>
            <th scope="col">Status</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          ${orders.map(
            (order) =>
              html`<tr>
                <th scope="row"><a href="/orders/${order.number}">#${order.number}</a></th>
                <td><time datetime="${order.placedAt}">${day(order.placedAt)}</time></td>
                <td>${order.customer.name}</td>
                <td><span class="state ${order.status}">${order.status}</span></td>
                <td class="amount">${money(order.totalCents)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colspan="4">Total</th>
            <td class="amount">${money(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>`;
  return page(context, { title: "Orders", body });
}

/** GET /orders/{number} */
export function orderPage(context: Context): Reply {
  const order = context.shop.store.orders.get(Number(context.params["number"]));
  if (!order) return notFound(context);
  const { customer } = order;
  const body = html`<p class="crumbs"><a href="/orders">Orders</a> / #${order.number}</p>
    <h1>Order #${order.number}</h1>
    <p>
      Placed on <time datetime="${order.placedAt}">${day(order.placedAt)}</time>,
      <span class="state ${order.status}">${order.status}</span>
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Price</th>
          <th scope="col">Quantity</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody>
        ${order.lines.map(
          (line) =>
            html`<tr>
              <th scope="row">${line.name}</th>
              <td>${money(line.priceCents)}</td>
              <td>${line.quantity}</td>
              <td class="amount">${money(line.priceCents * line.quantity)}</td>
            </tr>`,
        )}
        <tr>
          <th scope="row">Delivery</th>
          <td>${money(order.deliveryCents)}</td>
          <td>1</td>
          <td class="amount">${money(order.deliveryCents)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colspan="3">Total</th>
          <td class="amount">${money(order.totalCents)}</td>
        </tr>
      </tfoot>
    </table>
    <h2>Customer</h2>
    <address>
      ${customer.name}<br />${customer.email}<br />${customer.address}<br />${customer.postcode}
      ${customer.city}<br />${customer.country}
    </address>
    ${
      order.note !== "" &&
      html`<h2>Note</h2>
        <p>${order.note}</p>`
    }`;
  return page(context, { title: `Order #${order.number}`, body });
}
