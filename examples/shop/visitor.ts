import type { RunningShop } from "./shop.ts";

/** An answer as it came, redirects not followed. */
type Visit = { status: number; location: string | null; text: string };

/** A browser without a browser: keeps the shop's cookie and asks for pages and API routes. */
export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Visit>;
  /** Posts a form. */
  post(path: string, fields: Record<string, string>): Promise<Visit>;
  /** Calls the API; `value` is the JSON of the answer, null when there is none. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Logs in as the demo user. */
  logIn(): Promise<void>;
};

type ApiAnswer = { status: number; value: Record<string, unknown> | null };

/** What the shop's README tells: the only account there is. */
export const DEMO = { email: "demo@shop.example", password: "demo1234" };

/** An order that the shop accepts. */
export const ORDER = {
  customer: {
    name: "Ada Byron",
    email: "ada@example.com",
    address: "12 Analytical Row",
    postcode: "01067",
    city: "Dresden",
    country: "Germany",
  },
  delivery: "standard",
  items: [{ product_id: 1, quantity: 2 }],
  note: "",
};

/** A product that the shop accepts. */
export const PRODUCT = {
  name: "Blue & wide pitcher, größer",
  sku: "00071",
  category: "Kitchen",
  price: 19.5,
  stock: 3,
  added: "2025-03-09",
  description: "Pours well.",
};

export function createVisitor(shop: RunningShop): Visitor {
  let cookie = "";

  async function ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await fetch(shop.url + path, { ...init, headers, redirect: "manual" });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return response;
  }

  async function visit(path: string, init: RequestInit): Promise<Visit> {
    const response = await ask(path, init);
    return {
      status: response.status,
      location: response.headers.get("location"),
      text: await response.text(),
    };
  }

  return {
    get: (path, headers = {}) => visit(path, { headers }),
    post: (path, fields) => visit(path, { method: "POST", body: new URLSearchParams(fields) }),
    async api(method, path, body, headers = {}) {
      const json = { "content-type": "application/json", ...headers };
      const response = await ask(path, {
        method,
        headers: json,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      const parsed = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : null;
      return { status: response.status, value: parsed };
    },
    async logIn() {
      await visit("/login", { method: "POST", body: new URLSearchParams(DEMO) });
    },
  };
}
