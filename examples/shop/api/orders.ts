import { httpError, json, jsonOf } from "#examples/shop/http.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { orderWire, placeOrder, readOrder } from "#examples/shop/orders.ts";

/** POST /api/orders: anybody may order; the order empties the cart of the browser that sent it. */
export async function postOrder(context: Context): Promise<Reply> {
  const { shop, session } = context;
  const { bugs } = shop;
  if (bugs.has("order-unavailable")) {
    return { ...json(503, { error: "Service Unavailable" }), unlogged: true };
  }
  if (bugs.has("order-fails-in-body")) {
    const stack = new RangeError("Invalid currency code: EURO").stack ?? "";
    return { ...json(500, { error: "RangeError: Invalid currency code: EURO", stack }), unlogged: true };
  }
  if (bugs.has("order-fails-silently")) return json(500, { error: "Internal Server Error" });
  if (bugs.has("order-slow")) await shop.wait(12_000);
  const order = placeOrder(shop, readOrder(shop, jsonOf(context)));
  session.orders.add(order.number);
  for (const { productId } of order.lines) session.cart.delete(productId);
  const answer = orderWire(order);
  if (bugs.has("order-number-missing")) delete answer["number"];
  return json(201, answer);
}

/** GET /api/orders */
export function listOrders({ shop }: Context): Reply {
  const items = [...shop.store.orders.values()].toSorted((a, b) => b.number - a.number).map(orderWire);
  return json(200, { items, total: items.length });
}

/** GET /api/orders/{number}: for staff, and for the browser that placed it. */
export function getOrder({ shop, params, session, user }: Context): Reply {
  const number = Number(params["number"]);
  const order = shop.store.orders.get(number);
  if (!order || (!user && !session.orders.has(number))) throw httpError(404, "There is no such order");
  return json(200, orderWire(order));
}
