import type { BugId } from "./bugs.ts";
import type { RunningShop } from "./shop.ts";
import { DEMO, ORDER, PRODUCT } from "./visitor.ts";
import type { Visitor } from "./visitor.ts";

/** Does what a bug spoils, and gives what can be seen of it; a healthy shop gives something else. */
export type Probe = (visitor: Visitor, shop: RunningShop, waits: readonly number[]) => Promise<unknown>;

const page =
  (path: string): Probe =>
  async (visitor) => {
    await visitor.logIn();
    return visitor.get(path);
  };

const guest =
  (path: string): Probe =>
  (visitor) =>
    visitor.get(path);

const order: Probe = async (visitor, shop) => {
  const { status, value } = await visitor.api("POST", "/api/orders", ORDER);
  const shown = Object.entries(value ?? {}).filter(([name]) => name !== "placed_at" && name !== "stack");
  const logged = shop.logs.map((entry) => [entry.level, entry.status, entry.err?.type]);
  return { status, shown, stack: typeof value?.["stack"], logged };
};

const orderFor =
  (customer: Record<string, string>): Probe =>
  async (visitor) => {
    const body = { ...ORDER, customer: { ...ORDER.customer, ...customer } };
    const { status, value } = await visitor.api("POST", "/api/orders", body);
    return [status, value?.["customer"]];
  };

const afterOrder =
  (path: string): Probe =>
  async (visitor) => {
    await visitor.api("POST", "/api/orders", ORDER);
    await visitor.logIn();
    const { text } = await visitor.get(path);
    return text.match(/#\d+/g);
  };

/** Creates a product and gives what the answer and then the whole list show. */
const create: Probe = async (visitor) => {
  await visitor.logIn();
  const created = await visitor.api("POST", "/api/products", PRODUCT);
  return [created, await visitor.api("GET", "/api/products?page_size=500&sort=added")];
};

const createNameless: Probe = async (visitor) => {
  await visitor.logIn();
  return (await visitor.api("POST", "/api/products", { ...PRODUCT, name: "" })).status;
};

const rename: Probe = async (visitor) => {
  await visitor.logIn();
  const { value } = await visitor.api("GET", "/api/products/8");
  await visitor.api("PUT", "/api/products/8", { ...value, name: "Paper moon" });
  return visitor.api("GET", "/api/products?page_size=500");
};

const remove: Probe = async (visitor) => {
  await visitor.logIn();
  const { status } = await visitor.api("DELETE", "/api/products/8");
  return [status, await visitor.api("GET", "/api/products?page_size=500")];
};

const review =
  (fields: Record<string, string>): Probe =>
  async (visitor) => {
    const text = "A review that is quite a bit longer than forty characters, <i>really</i>.";
    const { status } = await visitor.post("/products/4/reviews", {
      author: "Eve",
      rating: "4",
      text,
      ...fields,
    });
    await visitor.post("/products/4/reviews", { author: "Ann", rating: "5", text: "Once more." });
    return [status, await visitor.get("/products/4")];
  };

const message =
  (fields: Record<string, string>): Probe =>
  async (visitor) => {
    const right = { name: "Ada", email: "ada@example.com", topic: "An order", text: "Hello" };
    return (await visitor.post("/contact", { ...right, ...fields })).status;
  };

const cart =
  (...steps: readonly [string, Record<string, string>][]): Probe =>
  async (visitor) => {
    await visitor.post("/cart", { product: "1", quantity: "2" });
    await visitor.post("/cart", { product: "3", quantity: "3" });
    for (const [path, fields] of steps) await visitor.post(path, fields);
    return visitor.get("/cart");
  };

const account =
  (fields: Record<string, string>): Probe =>
  async (visitor) => {
    await visitor.logIn();
    await visitor.post("/account", { name: "Robin", phone: "001", language: "English", ...fields });
    return visitor.get("/account");
  };

const waited =
  (probe: Probe): Probe =>
  async (visitor, shop, waits) => {
    await probe(visitor, shop, waits);
    return [...waits];
  };

/** How each bug that HTTP alone can show is seen. */
export const HTTP_PROBES = {
  "order-throws": order,
  "order-throws-java": order,
  "order-throws-python": order,
  "order-throws-go": order,
  "order-throws-dotnet": order,
  "order-throws-php": order,
  "order-throws-ruby": order,
  "order-fails-in-body": order,
  "order-fails-silently": order,
  "order-unavailable": order,
  "order-number-missing": order,
  "noise-error-log": order,
  "contact-fails-silently": message({}),
  "account-throws": page("/account"),
  "category-throws": guest("/catalogue?category=Textiles"),
  "search-ignored": guest("/catalogue?q=mug"),
  "search-case-sensitive": guest("/catalogue?q=MUG"),
  "search-extra-results": guest("/catalogue?q=mug"),
  "search-sticks": async (visitor) => {
    await visitor.get("/catalogue?q=mug");
    return visitor.get("/catalogue");
  },
  "category-option-dead": guest("/catalogue?category=Garden"),
  "status-option-dead": page("/orders?status=shipped"),
  "price-sort-lexical": guest("/catalogue?sort=price"),
  "name-descending-same": guest("/catalogue?sort=-name"),
  "date-sort-by-day": guest("/catalogue?sort=added"),
  "pages-overlap": guest("/catalogue?page=2"),
  "last-page-empty": guest("/catalogue?page=3"),
  "next-page-same": guest("/catalogue"),
  "api-get-404": guest("/api/products/1"),
  "api-field-missing": guest("/api/products/1"),
  "api-price-as-text": guest("/api/products/1"),
  "api-status-wrong": create,
  "api-answers-html": guest("/api/products"),
  "page-error": guest("/about"),
  "console-error": guest("/about"),
  "script-missing": guest("/"),
  "script-syntax-error": guest("/assets/checkout.js"),
  "back-button-trapped": guest("/products/1"),
  "cart-button-renamed": guest("/products/1"),
  "broken-link": guest("/"),
  "card-link-dead": guest("/catalogue"),
  "image-broken": guest("/catalogue"),
  "images-same": guest("/catalogue"),
  "card-link-wrong": guest("/catalogue"),
  "card-price-differs": guest("/catalogue"),
  "count-off-by-one": guest("/catalogue"),
  "cart-badge-wrong": cart(),
  "review-count-stale": review({}),
  "orders-count-wrong": page("/orders"),
  "orders-total-wrong": page("/orders"),
  "total-ignores-quantity": cart(),
  "any-password-accepted": async (visitor) => visitor.post("/login", { ...DEMO, password: "wrong" }),
  "logout-keeps-session": async (visitor) => {
    await visitor.logIn();
    await visitor.post("/logout", {});
    return (await visitor.get("/orders")).status;
  },
  "orders-public": guest("/orders"),
  "login-forgotten": page("/account"),
  "session-expires-on-create": create,
  "delete-forbidden": remove,
  "created-not-listed": create,
  "created-not-stored": create,
  "order-not-listed": afterOrder("/orders"),
  "review-lost": review({}),
  "review-truncated": review({}),
  "name-truncated": create,
  "name-double-escaped": create,
  "unicode-lost": create,
  "sku-zeros-lost": create,
  "postcode-zeros-lost": orderFor({}),
  "phone-zeros-lost": account({}),
  "language-not-saved": account({ language: "Polski" }),
  "newsletter-always-on": account({}),
  "edit-resets-stock": rename,
  "edit-changes-date": rename,
  "edit-hits-neighbour": rename,
  "edit-not-saved": rename,
  "delete-hits-neighbour": remove,
  "delete-not-done": remove,
  "cart-update-ignored": cart(["/cart/3", { quantity: "7" }]),
  "cart-removes-first": cart(["/cart/3/remove", {}]),
  "contact-required-empty": message({ name: "" }),
  "contact-email-unchecked": message({ email: "ada" }),
  "checkout-required-empty": orderFor({ name: "" }),
  "checkout-email-unchecked": orderFor({ email: "ada" }),
  "product-required-empty": createNameless,
  "review-required-empty": review({ author: "" }),
  "search-runs-markup": guest("/catalogue?q=<i>mug</i>"),
  "review-runs-markup": review({}),
  "image-without-alt": guest("/catalogue"),
  "search-without-label": guest("/catalogue"),
  "contact-label-missing": guest("/contact"),
  "button-without-name": cart(),
  "language-missing": guest("/"),
  "low-contrast": guest("/"),
  "search-slow": waited(guest("/catalogue?q=mug")),
  "inventory-slow": waited(guest("/api/products")),
  "order-slow": waited(order),
  "slow-but-right": waited(guest("/catalogue")),
  "meant-401": guest("/"),
  "noise-console": guest("/"),
  "noise-third-party": guest("/"),
} as const satisfies Partial<Record<BugId, Probe>>;
