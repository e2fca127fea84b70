import type { Shop } from "./http.ts";
import type { Product } from "./store.ts";

export const SORTS = {
  name: "Name, A to Z",
  "-name": "Name, Z to A",
  price: "Price, low to high",
  "-price": "Price, high to low",
  "-added": "Newest first",
  added: "Oldest first",
} as const;

export type Sort = keyof typeof SORTS;

export type ProductQuery = { q: string; category: string; sort: Sort; page: number; pageSize: number };

export type ProductPage = { items: Product[]; total: number; page: number; pages: number };

export function isSort(text: string): text is Sort {
  return Object.hasOwn(SORTS, text);
}

const NAMES = new Intl.Collator("en");

const COMPARE: Readonly<Record<Sort, (a: Product, b: Product) => number>> = {
  name: (a, b) => NAMES.compare(a.name, b.name),
  "-name": (a, b) => NAMES.compare(b.name, a.name),
  price: (a, b) => a.priceCents - b.priceCents,
  "-price": (a, b) => b.priceCents - a.priceCents,
  added: (a, b) => a.added.localeCompare(b.added),
  "-added": (a, b) => b.added.localeCompare(a.added),
};

function comparison({ bugs }: Shop, sort: Sort): (a: Product, b: Product) => number {
  if (bugs.has("price-sort-lexical") && sort === "price") return (a, b) => compareText(cents(a), cents(b));
  if (bugs.has("price-sort-lexical") && sort === "-price") return (a, b) => compareText(cents(b), cents(a));
  if (bugs.has("name-descending-same") && sort === "-name") return COMPARE.name;
  if (bugs.has("date-sort-by-day") && sort.endsWith("added")) {
    return (a, b) => compareText(a.added.slice(8), b.added.slice(8));
  }
  return COMPARE[sort];
}

function cents(product: Product): string {
  return (product.priceCents / 100).toFixed(2);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function matches({ bugs }: Shop, product: Product, q: string): boolean {
  if (q === "" || bugs.has("search-ignored")) return true;
  const text = `${product.name} ${product.category} ${product.sku}`;
  if (bugs.has("search-case-sensitive")) return text.includes(q);
  if (bugs.has("search-extra-results") && product.id % 11 === 3) return true;
  return text.toLowerCase().includes(q.toLowerCase());
}

/** The products that a query is about, one page of them; a page beyond the last is empty. */
export function findProducts(shop: Shop, { q, category, sort, page, pageSize }: ProductQuery): ProductPage {
  const { bugs, store } = shop;
  const filtered = bugs.has("category-option-dead") && category === "Garden" ? "" : category;
  const found = [...store.products.values()]
    .filter((product) => matches(shop, product, q.trim()))
    .filter((product) => filtered === "" || product.category === filtered)
    .filter((product) => !(bugs.has("created-not-listed") && product.id > 30))
    .toSorted(comparison(shop, sort));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const overlap = bugs.has("pages-overlap") && page > 1 ? 1 : 0;
  const first = (page - 1) * pageSize - overlap;
  const lost = bugs.has("last-page-empty") && page > 1 && page === pages;
  const items = lost ? [] : found.slice(first, first + pageSize);
  return { items, total: found.length, page, pages };
}
