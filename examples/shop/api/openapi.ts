import { SORTS } from "#examples/shop/catalogue.ts";
import { COUNTRIES, DELIVERIES } from "#examples/shop/orders.ts";
import { CATEGORIES } from "#examples/shop/seed.ts";

const text = (maxLength: number, minLength = 0) => ({ type: "string", minLength, maxLength });
const whole = (minimum: number, maximum: number) => ({ type: "integer", minimum, maximum });
const object = (properties: Record<string, unknown>, optional: readonly string[] = []) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (name: string) => ({ required: true, content: { "application/json": { schema: ref(name) } } });
const answer = (description: string, name: string) => ({
  description,
  content: { "application/json": { schema: ref(name) } },
});
const inPath = (name: string) => ({ name, in: "path", required: true, schema: whole(1, 1_000_000) });
const inQuery = (name: string, schema: unknown, description: string) => ({
  name,
  in: "query",
  schema,
  description,
});

const productInput = {
  name: text(120, 1),
  sku: text(40, 1),
  category: { type: "string", enum: CATEGORIES },
  price: { type: "number", minimum: 0, maximum: 1_000_000, description: "In euros" },
  stock: whole(0, 1_000_000),
  added: { type: "string", format: "date" },
  description: text(2000),
};

const customer = {
  name: text(200, 1),
  email: { type: "string", format: "email", maxLength: 200 },
  address: text(200, 1),
  postcode: text(200, 1),
  city: text(200, 1),
  country: { type: "string", enum: COUNTRIES },
};

const delivery = { type: "string", enum: Object.keys(DELIVERIES) };
const orderItem = { product_id: whole(1, 1_000_000), quantity: whole(1, 99) };
const money = { type: "number", minimum: 0 };

const schemas = {
  Product: object({ id: whole(1, 1_000_000), ...productInput, image: { type: "string" } }),
  ProductInput: object(productInput, ["added", "description"]),
  ProductList: object({
    items: { type: "array", items: ref("Product") },
    total: whole(0, 1_000_000),
    page: whole(1, 100_000),
    page_size: whole(1, 500),
  }),
  OrderInput: object(
    {
      customer: object(customer),
      delivery,
      items: { type: "array", minItems: 1, maxItems: 50, items: object(orderItem) },
      note: text(1000),
    },
    ["note"],
  ),
  Order: object({
    number: whole(1001, 1_000_000),
    placed_at: { type: "string", format: "date-time" },
    status: { type: "string", enum: ["new", "shipped", "delivered"] },
    customer: object(customer),
    delivery,
    items: { type: "array", items: object({ ...orderItem, name: text(120), price: money }) },
    total: money,
    note: text(1000),
  }),
  OrderList: object({ items: { type: "array", items: ref("Order") }, total: whole(0, 1_000_000) }),
  Credentials: object({ email: text(200, 1), password: text(200, 1) }),
  Session: object({ user: { oneOf: [object({ email: text(200), name: text(100) }), { type: "null" }] } }),
  Error: object(
    { error: { type: "string" }, fields: { type: "object", additionalProperties: { type: "string" } } },
    ["fields"],
  ),
};

const security = [{ session: [] }];
const invalid = {
  400: answer("The request is not well-formed", "Error"),
  422: answer("A field is not valid", "Error"),
};
const refused = { 401: answer("Nobody is logged in", "Error") };
const missing = { 404: answer("There is no such thing", "Error") };

/** The OpenAPI 3.1 description of the shop's API, as served at /api/openapi.json. */
export const OPENAPI = {
  openapi: "3.1.0",
  info: {
    title: "Fern & Oak",
    version: "1.0.0",
    description: "Products, orders and the session of the example shop.",
  },
  servers: [{ url: "/" }],
  paths: {
    "/api/products": {
      get: {
        operationId: "listProducts",
        summary: "One page of the products",
        parameters: [
          inQuery("q", text(200), "Text in name, category or article"),
          inQuery("category", text(40), "Only this category"),
          inQuery("sort", { type: "string", enum: Object.keys(SORTS), default: "name" }, "Order of the list"),
          inQuery("page", { ...whole(1, 100_000), default: 1 }, "Which page"),
          inQuery("page_size", { ...whole(1, 500), default: 50 }, "How many a page"),
        ],
        responses: { 200: answer("The products", "ProductList"), 400: invalid[400] },
      },
      post: {
        operationId: "createProduct",
        summary: "Add a product",
        security,
        requestBody: body("ProductInput"),
        responses: { 201: answer("The new product", "Product"), ...invalid, ...refused },
      },
    },
    "/api/products/{id}": {
      parameters: [inPath("id")],
      get: {
        operationId: "getProduct",
        summary: "One product",
        responses: { 200: answer("The product", "Product"), ...missing },
      },
      put: {
        operationId: "replaceProduct",
        summary: "Change a product",
        security,
        requestBody: body("ProductInput"),
        responses: { 200: answer("The product as it is now", "Product"), ...invalid, ...refused, ...missing },
      },
      delete: {
        operationId: "deleteProduct",
        summary: "Remove a product",
        security,
        responses: { 204: { description: "It is gone" }, ...refused, ...missing },
      },
    },
    "/api/orders": {
      get: {
        operationId: "listOrders",
        summary: "All orders, newest first",
        security,
        responses: { 200: answer("The orders", "OrderList"), ...refused },
      },
      post: {
        operationId: "placeOrder",
        summary: "Place an order",
        requestBody: body("OrderInput"),
        responses: { 201: answer("The order", "Order"), ...invalid },
      },
    },
    "/api/orders/{number}": {
      parameters: [inPath("number")],
      get: {
        operationId: "getOrder",
        summary: "One order, for staff and for the browser that placed it",
        responses: { 200: answer("The order", "Order"), ...missing },
      },
    },
    "/api/session": {
      get: {
        operationId: "getSession",
        summary: "Who is logged in",
        responses: { 200: answer("The session", "Session") },
      },
      post: {
        operationId: "logIn",
        summary: "Log in",
        requestBody: body("Credentials"),
        responses: { 200: answer("The session", "Session"), ...invalid, ...refused },
      },
      delete: {
        operationId: "logOut",
        summary: "Log out",
        responses: { 204: { description: "Logged out" } },
      },
    },
  },
  components: {
    schemas,
    securitySchemes: { session: { type: "apiKey", in: "cookie", name: "shop_session" } },
  },
};
