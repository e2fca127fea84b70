import { httpError, isEmail } from "./http.ts";
import type { Shop } from "./http.ts";
import { foreignFault } from "./faults.ts";
import type { Session } from "./sessions.ts";
import type { Customer, Order, OrderLine } from "./store.ts";

type TaxRate = { percent: number };

const TAX_RATES: ReadonlyMap<string, TaxRate> = new Map([
  ["Austria", { percent: 20 }],
  ["France", { percent: 20 }],
  ["Germany", { percent: 19 }],
  ["Ireland", { percent: 23 }],
  ["Italy", { percent: 22 }],
  ["Poland", { percent: 23 }],
]);

export const COUNTRIES: readonly string[] = [...TAX_RATES.keys()];

export const DELIVERIES = {
  standard: { label: "Standard, 3 to 5 days", cents: 490 },
  express: { label: "Express, next working day", cents: 1290 },
} as const;

type Delivery = keyof typeof DELIVERIES;

export type OrderInput = {
  customer: Customer;
  delivery: Delivery;
  items: { productId: number; quantity: number }[];
  note: string;
};

/** An order as the API shows it; money is in euros. */
export function orderWire(order: Order): Record<string, unknown> {
  return {
    number: order.number,
    placed_at: order.placedAt,
    status: order.status,
    customer: order.customer,
    delivery: order.delivery,
    items: order.lines.map(({ productId, name, quantity, priceCents }) => {
      return { product_id: productId, name, quantity, price: priceCents / 100 };
    }),
    total: order.totalCents / 100,
    note: order.note,
  };
}

function isDelivery(value: unknown): value is Delivery {
  return typeof value === "string" && Object.hasOwn(DELIVERIES, value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Checks an order that was sent to the API; 422 with the reason of each field that is wrong. */
export function readOrder({ bugs, store }: Shop, input: Record<string, unknown>): OrderInput {
  const fields: Record<string, string> = {};
  const sent = recordOf(input["customer"]);
  const text = (name: string): string => {
    const value = sent[name];
    const optional = bugs.has("checkout-required-empty") && name === "name";
    if (typeof value !== "string" || (value.trim() === "" && !optional)) fields[name] = "is required";
    else if (value.length > 200) fields[name] = "must have at most 200 characters";
    else return value;
    return "";
  };
  const customer: Customer = {
    name: text("name"),
    email: text("email"),
    address: text("address"),
    postcode: text("postcode"),
    city: text("city"),
    country: text("country"),
  };
  if (!fields["email"] && !isEmail(customer.email) && !bugs.has("checkout-email-unchecked")) {
    fields["email"] = "must be an e-mail address";
  }
  if (!fields["country"] && !TAX_RATES.has(customer.country))
    fields["country"] = "is a country we do not serve";
  const delivery = input["delivery"];
  if (!isDelivery(delivery)) fields["delivery"] = "must be standard or express";
  const items = Array.isArray(input["items"]) ? input["items"].map(recordOf) : [];
  if (items.length === 0 || items.length > 50) fields["items"] = "must hold 1 to 50 items";
  const lines = items.map((item) => ({
    productId: Number(item["product_id"]),
    quantity: Number(item["quantity"]),
  }));
  for (const { productId, quantity } of lines) {
    if (!store.products.has(productId)) fields["items"] = `names product ${productId}, which we do not have`;
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99)
      fields["items"] = "needs quantities from 1 to 99";
  }
  const note = typeof input["note"] === "string" ? input["note"].slice(0, 1000) : "";
  if (Object.keys(fields).length > 0 || !isDelivery(delivery)) {
    throw httpError(422, "The order is not valid", fields);
  }
  return { customer, delivery, items: lines, note };
}

function taxIncluded(totalCents: number, country: string, rates: ReadonlyMap<string, TaxRate>): number {
  const rate = rates.get(country) as TaxRate;
  return Math.round((totalCents * rate.percent) / (100 + rate.percent));
}

function priceLines({ store }: Shop, items: OrderInput["items"]): OrderLine[] {
  return items.flatMap(({ productId, quantity }) => {
    const product = store.products.get(productId);
    return product ? [{ productId, name: product.name, quantity, priceCents: product.priceCents }] : [];
  });
}

/** The lines of a browser's cart; a product that is gone is left out. */
export function cartLines(shop: Shop, { cart }: Session): OrderLine[] {
  return priceLines(
    shop,
    [...cart].map(([productId, quantity]) => ({ productId, quantity })),
  );
}

/** The sum of a list of lines in cents, before delivery. */
export function subtotal({ bugs }: Shop, lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => {
    return sum + line.priceCents * (bugs.has("total-ignores-quantity") ? 1 : line.quantity);
  }, 0);
}

/** Places an order: prices it, gives it a number and keeps it. */
export function placeOrder(shop: Shop, input: OrderInput): Order {
  const { store, bugs } = shop;
  foreignFault(bugs);
  const lines = priceLines(shop, input.items);
  const deliveryCents = DELIVERIES[input.delivery].cents;
  const totalCents = subtotal(shop, lines) + deliveryCents;
  const rates = bugs.has("order-throws") ? new Map<string, TaxRate>() : TAX_RATES;
  const taxCents = taxIncluded(totalCents, input.customer.country, rates);
  const customer = { ...input.customer };
  if (bugs.has("postcode-zeros-lost")) customer.postcode = customer.postcode.replace(/^0+(?=.)/, "");
  const order: Order = {
    number: store.nextOrderNumber++,
    placedAt: new Date().toISOString(),
    status: "new",
    customer,
    delivery: input.delivery,
    lines,
    deliveryCents,
    totalCents,
    taxCents,
    note: input.note,
  };
  store.orders.set(order.number, order);
  return order;
}
