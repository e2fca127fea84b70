import type { BugEntry } from "#examples/shop/bugs.ts";

export const CONTENT_BUGS = [
  {
    id: "broken-link",
    oracle: "broken-link",
    category: "broken_link",
    summary: "The link Delivery and returns of every page leads nowhere",
  },
  {
    id: "card-link-dead",
    oracle: "broken-link",
    category: "broken_link",
    summary: "Some cards of the catalogue lead to products that do not exist",
  },
  {
    id: "image-broken",
    oracle: "broken-image",
    category: "broken_link",
    summary: "Some products have pictures that do not exist",
  },
  {
    id: "images-same",
    oracle: "images-differ",
    category: "wrong_result",
    summary: "All products have the same picture",
  },
  {
    id: "card-link-wrong",
    oracle: "card-link",
    category: "wrong_result",
    summary: "Each card leads to the product after it",
  },
  {
    id: "card-price-differs",
    oracle: "card-agrees",
    category: "wrong_result",
    summary: "A card's price is one euro above the product's",
  },
  {
    id: "count-off-by-one",
    oracle: "counter",
    category: "wrong_result",
    summary: "The catalogue counts one product too many",
  },
  {
    id: "cart-badge-wrong",
    oracle: "counter",
    category: "wrong_result",
    summary: "The number beside Cart counts lines, not pieces",
  },
  {
    id: "review-count-stale",
    oracle: "counter",
    category: "wrong_result",
    summary: "The number of reviews ends at four",
  },
  {
    id: "orders-count-wrong",
    oracle: "counter",
    category: "wrong_result",
    summary: "The number of orders is two too high",
  },
  {
    id: "orders-total-wrong",
    oracle: "total",
    category: "wrong_result",
    summary: "The sum of the orders leaves out the newest",
  },
  {
    id: "total-ignores-quantity",
    oracle: "total",
    category: "wrong_result",
    summary: "Totals of cart and checkout ignore the quantity",
  },
] as const satisfies readonly BugEntry[];
