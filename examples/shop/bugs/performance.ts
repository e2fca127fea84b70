import type { BugEntry } from "#examples/shop/bugs.ts";

export const PERFORMANCE_BUGS = [
  {
    id: "search-slow",
    oracle: "response-time",
    category: "timing",
    summary: "A search in the catalogue takes eight seconds",
  },
  {
    id: "inventory-slow",
    oracle: "response-time",
    category: "timing",
    summary: "The inventory is loaded after eight seconds",
  },
  {
    id: "order-slow",
    oracle: "response-time",
    category: "timing",
    summary: "Placing an order takes twelve seconds",
  },
] as const satisfies readonly BugEntry[];
