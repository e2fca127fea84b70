import type { BugEntry } from "#examples/shop/bugs.ts";

export const API_BUGS = [
  {
    id: "api-get-404",
    oracle: "failed-request",
    category: "api_contract",
    summary: "GET of a product that exists answers 404, so that it cannot be edited",
  },
  {
    id: "api-field-missing",
    oracle: "api-contract",
    category: "api_contract",
    summary: "Products have no stock in the API's answers",
  },
  {
    id: "api-price-as-text",
    oracle: "api-contract",
    category: "api_contract",
    summary: "Prices are texts in the API's answers",
  },
  {
    id: "api-status-wrong",
    oracle: "api-contract",
    category: "api_contract",
    summary: "Creating a product answers 202 instead of 201",
  },
  {
    id: "api-answers-html",
    oracle: "api-contract",
    category: "api_contract",
    summary: "The list of products is answered with an HTML page",
  },
  {
    id: "order-number-missing",
    oracle: "api-contract",
    category: "api_contract",
    summary: "A placed order has no number in the answer, so that the browser lands on a missing page",
  },
  {
    id: "inventory-stats-missing",
    oracle: "failed-request",
    category: "api_contract",
    summary: "The inventory asks for an API route that does not exist: 404",
  },
] as const satisfies readonly BugEntry[];
