import { expect, test } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import { printSuite } from "#core/suite/print.ts";
import { suiteFromOpenApi } from "./from-openapi.ts";

const baseUrl = "https://shop.example";
const description = `
openapi: 3.1.0
info: {title: Shop API, version: "1"}
servers: [{url: /api}]
paths:
  /products:
    get:
      operationId: listProducts
      summary: Lists products
      parameters: [{name: page, in: query, required: true, schema: {type: integer, default: 1}}]
      responses: {"200": {description: ok}}
    post: {responses: {"201": {description: made}}}
  /products/{id}:
    parameters: [{name: id, in: path, required: true, example: 7}]
    get: {responses: {"200": {description: ok}, "404": {description: none}}}
  /orders/{number}:
    get: {responses: {"200": {description: ok}}}
  /me:
    get: {security: [{session: []}], responses: {"200": {description: ok}}}
`;

test("each GET that can be asked is a case; the rest is named with its reason", () => {
  const { document, notes } = suiteFromOpenApi({ text: description, baseUrl, authenticated: false });
  expect(document.cases.map(({ id, steps }) => [id, steps])).toEqual([
    ["list-products", [{ request: { url: "/api/products?page=1", status: 200 } }]],
    ["get-products-id", [{ request: { url: "/api/products/7", status: 200 } }]],
  ]);
  expect(notes).toEqual([
    "POST /products was left out: it changes data",
    "GET /orders/{number} was left out: the description gives no value for {number}",
    "GET /me was left out: it needs a log-in",
  ]);
  expect(parseSuite(printSuite(document)).diagnostics).toEqual([]);
});

test("Swagger 2 in JSON, with its base path", () => {
  const text = JSON.stringify({
    swagger: "2.0",
    info: { title: "Old", version: "1" },
    basePath: "/v1",
    paths: { "/health": { get: { responses: { default: { description: "ok" } } } } },
  });
  expect(suiteFromOpenApi({ text, baseUrl, authenticated: false }).document.cases[0]?.steps).toEqual([
    { request: { url: "/v1/health" } },
  ]);
});

test.each(["", "just words", "openapi: 3.1.0", "{", "a: &a [*a, *a]"])("no description: %s", (text) => {
  expect(() => suiteFromOpenApi({ text, baseUrl, authenticated: false })).toThrow(
    /no OpenAPI 3 or Swagger 2/,
  );
});
