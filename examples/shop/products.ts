import { httpError } from "./http.ts";
import type { Shop } from "./http.ts";
import { CATEGORIES } from "./seed.ts";
import type { Product } from "./store.ts";

/** What a person may set on a product. */
export type ProductInput = Omit<Product, "id" | "drawing">;

/** A product as the API shows it; the price is in euros. */
export function productWire(product: Product): Record<string, unknown> {
  const { id, sku, name, category, priceCents, stock, added, description } = product;
  const image = `/images/${id}.svg`;
  return { id, sku, name, category, price: priceCents / 100, stock, added, description, image };
}

/** Checks a product that was sent to the API; 422 with the reason of each field that is wrong. */
export function readProduct({ bugs }: Shop, input: Record<string, unknown>): ProductInput {
  const fields: Record<string, string> = {};
  const text = (name: string, most: number, required: boolean): string => {
    const value = input[name] ?? "";
    if (typeof value !== "string") fields[name] = "must be text";
    else if (required && value.trim() === "") fields[name] = "is required";
    else if (value.length > most) fields[name] = `must have at most ${most} characters`;
    else return value;
    return "";
  };
  const name = text("name", 120, !bugs.has("product-required-empty"));
  const sku = text("sku", 40, true);
  const description = text("description", 2000, false);
  const category = text("category", 40, true);
  if (!fields["category"] && !CATEGORIES.some((known) => known === category)) {
    fields["category"] = `must be one of ${CATEGORIES.join(", ")}`;
  }
  const added = input["added"] === undefined ? today() : text("added", 10, true);
  if (!fields["added"] && !isDay(added)) fields["added"] = "must be a date as YYYY-MM-DD";
  const { price, stock } = input;
  const priceCents = typeof price === "number" ? Math.round(price * 100) : Number.NaN;
  if (!(priceCents >= 0 && priceCents <= 100_000_000)) fields["price"] = "must be from 0 to 1000000";
  const amount = typeof stock === "number" ? stock : Number.NaN;
  if (!Number.isInteger(amount) || amount < 0 || amount > 1_000_000) {
    fields["stock"] = "must be a whole number from 0 to 1000000";
  }
  if (Object.keys(fields).length > 0) throw httpError(422, "The product is not valid", fields);
  return { sku, name, category, priceCents, stock: amount, added, description };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

function altered({ bugs }: Shop, input: ProductInput): ProductInput {
  let { name, sku } = input;
  if (bugs.has("sku-zeros-lost")) sku = sku.replace(/^0+(?=.)/, "");
  if (bugs.has("name-truncated")) name = name.slice(0, 16);
  if (bugs.has("unicode-lost")) name = name.replace(/[^\x20-\x7e]/gu, "?");
  if (bugs.has("name-double-escaped")) name = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return { ...input, name, sku };
}

/** Adds a product and gives it its id. */
export function createProduct(shop: Shop, input: ProductInput): Product {
  const { store, bugs } = shop;
  const product: Product = { ...altered(shop, input), id: store.nextProductId++, drawing: "letter" };
  if (!bugs.has("created-not-stored")) store.products.set(product.id, product);
  return product;
}

/** Replaces what a person may set on a product. */
export function updateProduct(shop: Shop, product: Product, input: ProductInput): Product {
  const { store, bugs } = shop;
  const changed: Product = { ...product, ...altered(shop, input) };
  if (bugs.has("edit-resets-stock")) changed.stock = 0;
  if (bugs.has("edit-changes-date") && changed.name !== product.name) changed.added = today();
  if (bugs.has("edit-not-saved")) return changed;
  const neighbour = bugs.has("edit-hits-neighbour") ? neighbourOf(shop, product) : undefined;
  if (neighbour) store.products.set(neighbour.id, { ...neighbour, name: changed.name });
  store.products.set(product.id, changed);
  return changed;
}

/** Removes a product. */
export function deleteProduct(shop: Shop, product: Product): void {
  const { store, bugs } = shop;
  if (bugs.has("delete-not-done")) return;
  const victim = bugs.has("delete-hits-neighbour") ? (neighbourOf(shop, product) ?? product) : product;
  store.products.delete(victim.id);
}

function neighbourOf({ store }: Shop, product: Product): Product | undefined {
  return [...store.products.values()].findLast((other) => other.id < product.id);
}
