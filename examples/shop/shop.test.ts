import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLoki } from "#test/support/loki.ts";
import { OPENAPI } from "./api/openapi.ts";
import { ROUTES } from "./routes.ts";
import { createShop } from "./shop.ts";
import type { RunningShop } from "./shop.ts";
import { createVisitor, DEMO, ORDER, PRODUCT } from "./visitor.ts";

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

function names(text: string): string[] {
  return [...text.matchAll(/<h3><a href="\/products\/\d+">([^<]*)<\/a>/g)].map((match) => match[1] ?? "");
}

describe("a healthy shop", () => {
  let shop: RunningShop;
  beforeAll(async () => {
    shop = await createShop();
  });
  afterAll(() => shop.close());

  test("every page that needs no login answers 200, and every address on it too", async () => {
    const visitor = createVisitor(shop);
    const seen = new Set(["/"]);
    for (const path of seen) {
      const { status, text } = await visitor.get(path);
      expect([path, status]).toEqual([path, status === 303 ? 303 : 200]);
      for (const [, target = ""] of text.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
        seen.add(target.replaceAll("&amp;", "&"));
      }
    }
    expect(seen.size).toBeGreaterThan(60);
  });

  test("search, category, sort and pages give what they say", async () => {
    const visitor = createVisitor(shop);
    const list = async (query: string) => names((await visitor.get(`/catalogue?${query}`)).text);
    expect(await list("q=LAMP&sort=-price")).toEqual(["Floor lamp", "Desk lamp"]);
    expect(await list("category=Lighting&sort=price")).toHaveLength(5);
    const pages = await Promise.all([1, 2, 3].map((page) => list(`page=${page}`)));
    expect(new Set(pages.flat()).size).toBe(30);
    expect((await list("sort=-name"))[0]).toBe("Wool blanket");
    expect((await visitor.get("/catalogue?q=nothing")).text).toContain("Nothing here matches");
  });

  test("what is put into the cart can be changed, removed and ordered", async () => {
    const visitor = createVisitor(shop);
    await visitor.post("/cart", { product: "1", quantity: "2" });
    await visitor.post("/cart", { product: "3", quantity: "1" });
    await visitor.post("/cart/3", { quantity: "4" });
    expect((await visitor.get("/cart")).text).toContain("€100.80");
    await visitor.post("/cart/3/remove", {});
    expect((await visitor.get("/cart")).text).toContain("€25.00");
    const { status, value } = await visitor.api("POST", "/api/orders", ORDER);
    expect([status, value?.["total"]]).toEqual([201, 29.9]);
    expect((await visitor.get("/cart")).text).toContain("Your cart is empty");
    const thanks = `/thank-you/${Number(value?.["number"])}`;
    expect((await visitor.get(thanks)).text).toContain("01067 Dresden");
    expect((await createVisitor(shop).get(thanks)).status).toBe(404);
  });

  test("orders, inventory and account ask for a login, which leads back", async () => {
    const visitor = createVisitor(shop);
    const { status, location } = await visitor.get("/orders");
    expect([status, location]).toEqual([303, "/login?next=%2Forders"]);
    const wrong = await visitor.post("/login", { ...DEMO, password: "wrong", next: "/orders" });
    expect(wrong.location).toContain("failed");
    const right = await visitor.post("/login", { ...DEMO, next: "/orders" });
    expect(right.location).toBe("/orders");
    expect((await visitor.get("/orders")).text).toContain("Luca Rossi");
    expect((await visitor.post("/login", { ...DEMO, next: "//evil.example" })).location).toBe("/");
    await visitor.post("/logout", {});
    expect((await visitor.get("/orders")).status).toBe(303);
    expect((await visitor.api("GET", "/api/orders")).status).toBe(401);
  });

  test("a product can be created, changed and deleted, and nothing else moves", async () => {
    const visitor = createVisitor(shop);
    expect((await visitor.api("POST", "/api/products", PRODUCT)).status).toBe(401);
    await visitor.logIn();
    const before = await visitor.api("GET", "/api/products?page_size=500");
    const { value } = await visitor.api("POST", "/api/products", PRODUCT);
    expect(value).toMatchObject(PRODUCT);
    const path = `/api/products/${Number(value?.["id"])}`;
    const changed = { ...PRODUCT, price: 20.05 };
    expect((await visitor.api("PUT", path, changed)).value).toEqual({ ...value, ...changed });
    expect((await visitor.api("GET", path)).value).toEqual({ ...value, ...changed });
    expect((await visitor.api("DELETE", path)).status).toBe(204);
    expect(await visitor.api("GET", "/api/products?page_size=500")).toEqual(before);
  });

  test("forms refuse what is missing or malformed, on the server too", async () => {
    const visitor = createVisitor(shop);
    const message = { name: "Ada", email: "ada@example.com", topic: "A question", text: "Hello" };
    expect((await visitor.post("/contact", { ...message, name: " " })).status).toBe(422);
    expect((await visitor.post("/contact", { ...message, email: "ada" })).status).toBe(422);
    expect((await visitor.post("/contact", message)).status).toBe(303);
    const nobody = { ...ORDER, customer: { ...ORDER.customer, name: "", email: "x" } };
    const { status, value } = await visitor.api("POST", "/api/orders", nobody);
    expect(status).toBe(422);
    expect(Object.keys(value?.["fields"] ?? {})).toEqual(["name", "email"]);
    await visitor.logIn();
    const wrong = { name: "", sku: "1", category: "Moon", price: -1, stock: 1.5, added: "2025-02-30" };
    const refused = await visitor.api("POST", "/api/products", wrong);
    expect(Object.keys(refused.value?.["fields"] ?? {})).toEqual([
      "name",
      "category",
      "added",
      "price",
      "stock",
    ]);
  });

  test("what was typed is shown as text", async () => {
    const visitor = createVisitor(shop);
    const text = "<img src=x onerror=alert(1)> & “more”";
    await visitor.post("/products/2/reviews", { author: "<b>Eve</b>", rating: "4", text });
    const page = await visitor.get("/products/2");
    expect(page.text).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; “more”");
    expect(page.text).not.toContain("<b>Eve");
    expect((await visitor.get("/catalogue?q=<i>")).text).not.toContain("<i>");
  });

  test("bad requests have clear answers", async () => {
    const visitor = createVisitor(shop);
    const raw = (path: string, init: RequestInit) =>
      fetch(shop.url + path, init).then((answer) => answer.status);
    expect(await raw("/api/orders", { method: "POST", body: "{" })).toBe(400);
    expect(await raw("/api/orders", { method: "POST", body: "[]" })).toBe(400);
    expect(await raw("/api/orders", { method: "POST", body: "x".repeat(70_000) })).toBe(413);
    expect(await raw("/api/orders", { method: "DELETE" })).toBe(405);
    expect(await raw("/catalogue", { method: "HEAD" })).toBe(200);
    expect((await visitor.get("/api/nothing")).status).toBe(404);
    expect((await visitor.get("/products/9999")).status).toBe(404);
    expect((await visitor.get("/products/%E0%A4%A")).status).toBe(404);
    expect((await visitor.get("/api/products?page=0")).status).toBe(400);
  });
});

describe("the OpenAPI document", () => {
  test("lists exactly the routes under /api", async () => {
    const listed = Object.entries(OPENAPI.paths).flatMap(([path, item]) => {
      return Object.keys(item)
        .filter((key) => key !== "parameters")
        .map((method) => `${method.toUpperCase()} ${path}`);
    });
    const served = ROUTES.filter(({ path }) => path.startsWith("/api/") && path !== "/api/openapi.json");
    expect(listed.toSorted()).toEqual(served.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  test("describes the fields that the answers have", async () => {
    await using shop = disposable(await createShop());
    const visitor = createVisitor(shop);
    await visitor.logIn();
    const { Product, Order, ProductList, OrderList } = OPENAPI.components.schemas;
    const keys = async (path: string) => Object.keys((await visitor.api("GET", path)).value ?? {}).toSorted();
    expect(await keys("/api/products/1")).toEqual(Product.required.toSorted());
    expect(await keys("/api/products")).toEqual(ProductList.required.toSorted());
    expect(await keys("/api/orders/1001")).toEqual(Order.required.toSorted());
    expect(await keys("/api/orders")).toEqual(OrderList.required.toSorted());
    expect((await visitor.api("GET", "/api/openapi.json")).value?.["openapi"]).toBe("3.1.0");
  });
});

function disposable(shop: RunningShop): RunningShop & AsyncDisposable {
  return { ...shop, [Symbol.asyncDispose]: () => shop.close() };
}

describe("traces and logs", () => {
  test("an order that throws is 500 without a stack, and the log has trace, route and stack", async () => {
    await using shop = disposable(await createShop({ bugs: ["order-throws"] }));
    const answer = await createVisitor(shop).api("POST", "/api/orders", ORDER, { traceparent: TRACEPARENT });
    expect(answer).toEqual({ status: 500, value: { error: "Internal Server Error" } });
    const entry = shop.logs.at(-1);
    expect(entry).toMatchObject({
      level: "error",
      trace_id: TRACE_ID,
      method: "POST",
      route: "/api/orders",
      status: 500,
    });
    expect(entry?.span_id).toMatch(/^[0-9a-f]{16}$/);
    expect(entry?.err).toMatchObject({ type: "TypeError" });
    expect(entry?.err?.message).toContain("percent");
    expect(entry?.err?.stack).toMatch(/at taxIncluded .*orders\.ts:\d+:\d+\)\n\s+at placeOrder/);
  });

  test("without a valid traceparent each request has a trace of its own", async () => {
    await using shop = disposable(await createShop());
    const visitor = createVisitor(shop);
    await visitor.get("/about");
    await visitor.get("/about", { traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` });
    const ids = shop.logs.map((entry) => entry.trace_id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
  });

  test("Loki and a file get every line", async () => {
    const loki = await startLoki({ tenant: "team", basicAuth: { username: "u", password: "p@ss" } });
    const logFile = join(await mkdtemp(join(tmpdir(), "shop-")), "shop.log");
    const lokiUrl = loki.url.replace("//", "//u:p%40ss@");
    const shop = await createShop({ bugs: ["order-throws"], lokiUrl, lokiTenant: "team", logFile });
    const visitor = createVisitor(shop);
    await Promise.all([visitor.get("/"), visitor.api("POST", "/api/orders", ORDER), visitor.get("/help")]);
    await shop.close();
    const expected = shop.logs.map((entry) => JSON.stringify(entry));
    expect(expected).toHaveLength(3);
    expect(loki.lines.map(({ line }) => line)).toEqual(expected);
    expect(new Set(loki.lines.map(({ timestampNs }) => timestampNs)).size).toBe(3);
    expect(loki.lines[0]?.labels).toEqual({ app: "shop" });
    expect((await readFile(logFile, "utf8")).trim().split("\n")).toEqual(expected);
    await loki.close();
  });

  test("the tracing script is on every page when it is given, as source or as address", async () => {
    await using served = disposable(await createShop({ tracingSnippet: "window.traced = true;" }));
    const visitor = createVisitor(served);
    expect((await visitor.get("/")).text).toContain('<script src="/tracing.js"></script>');
    expect((await visitor.get("/tracing.js")).text).toBe("window.traced = true;");
    await using linked = disposable(await createShop({ tracingSnippet: "http://127.0.0.1:1/snippet.js" }));
    expect((await createVisitor(linked).get("/help")).text).toContain('src="http://127.0.0.1:1/snippet.js"');
    await using plain = disposable(await createShop());
    expect((await createVisitor(plain).get("/tracing.js")).status).toBe(404);
  });

  test("shops share nothing, the seed decides the data, and an unknown bug is refused", async () => {
    await using one = disposable(await createShop());
    await using two = disposable(await createShop());
    await using other = disposable(await createShop({ seed: 2 }));
    await createVisitor(one).api("POST", "/api/orders", ORDER);
    const count = async (shop: RunningShop) => {
      const visitor = createVisitor(shop);
      await visitor.logIn();
      return (await visitor.api("GET", "/api/orders")).value?.["total"];
    };
    expect([await count(one), await count(two)]).toEqual([6, 5]);
    const list = async (shop: RunningShop) => (await createVisitor(shop).get("/api/products")).text;
    expect(await list(one)).toBe(await list(two));
    expect(await list(one)).not.toBe(await list(other));
    await expect(createShop({ bugs: ["order-throws", "no-such-bug"] })).rejects.toThrow("no-such-bug");
  });
});
