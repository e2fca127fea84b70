import { answers, caller, click, expect, goto, heading, late } from "./sample.ts";
import type { Sample } from "./sample.ts";

const saving = [goto("/"), click("Save"), expect({ text: "Saved" })];

/** A page that saves, and what its API answers. */
const saved = (
  id: string,
  expected: Sample["expected"],
  answer: ReturnType<typeof answers>,
  names: RegExp,
  more: Partial<Sample> = {},
): Sample => ({
  id: `blind: ${id}`,
  app: { "/": caller('fetch("/api/orders", { method: "POST" })'), "/api/orders": answer },
  steps: saving,
  expected,
  names,
  ...more,
});

export const foreignFaults: Sample[] = [
  saved(
    "ASP.NET's problem details for developers",
    "backend_exception",
    answers(500, {
      type: "https://tools.ietf.org/html/rfc9110#section-15.6.1",
      title: "System.NullReferenceException",
      status: 500,
      detail: "Object reference not set to an instance of an object.",
      exception: {
        details:
          "System.NullReferenceException: Object reference not set to an instance of an object.\n   at Shop.Pricing.Total(Order order) in /src/Shop/Pricing.cs:line 23\n   at lambda_method2(Closure, Object)",
      },
    }),
    /NullReferenceException.*Pricing\.cs:23/,
  ),
  saved(
    "Werkzeug's debugger",
    "backend_exception",
    answers(
      500,
      `<!doctype html><html lang=en><head><title>KeyError: 'vat' // Werkzeug Debugger</title></head><body><div class="debugger"><h1>KeyError</h1><div class="detail"><p class="errormsg">KeyError: &#39;vat&#39;</p></div></div><!--

Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/flask/app.py", line 1498, in __call__
    return self.wsgi_app(environ, start_response)
  File "/srv/shop/pricing.py", line 61, in total
    return prices["vat"]
KeyError: 'vat'
--></body></html>`,
    ),
    /KeyError/,
  ),
  saved(
    "Spring's whole error object",
    "backend_exception",
    answers(500, {
      timestamp: "2026-11-21T12:00:00.000+00:00",
      status: 500,
      error: "Internal Server Error",
      trace:
        "java.lang.IllegalStateException: no rate for FR\n\tat com.acme.Vat.rate(Vat.java:27)\n\tat com.acme.Orders.create(Orders.java:80)\n",
      message: "no rate for FR",
      path: "/api/orders",
    }),
    /IllegalStateException.*Vat\.java:27/,
  ),
  saved(
    "Go's plain words",
    "backend_error",
    (_, response) =>
      void response.writeHead(500, { "content-type": "text/plain" }).end("Internal Server Error\n"),
    /POST \/api\/orders.*500/,
  ),
  saved(
    "520 of a content network",
    "backend_error",
    answers(520, "<h1>Web server is returning an unknown error</h1>"),
    /520/,
  ),
  saved("507, no room", "backend_error", answers(507, { error: "insufficient_storage" }), /507/),
  saved("501, not built yet", "backend_error", answers(501, { message: "Not Implemented" }), /501/),
  saved(
    "503 with Retry-After in JSON",
    "environment",
    answers(503, { message: "down for maintenance" }, { "retry-after": "120" }),
    /503/,
  ),
  saved("429, too many", "unknown", answers(429, { message: "Too Many Requests" }), /429/),
  saved(
    "401 that asks for a token",
    "auth",
    answers(401, { message: "Unauthenticated." }, { "www-authenticate": "Bearer" }),
    /401/,
  ),
  saved(
    "403 of a forgery check",
    "auth",
    answers(403, "<h1>Forbidden (403)</h1><p>CSRF verification failed. Request aborted.</p>"),
    /403/,
  ),
  saved(
    "400 of a schema in Zod's words",
    "api_contract",
    answers(400, {
      success: false,
      error: {
        issues: [
          {
            code: "invalid_type",
            expected: "string",
            path: ["sku"],
            message: "Invalid input: expected string, received undefined",
          },
        ],
      },
    }),
    /POST \/api\/orders.*400/,
  ),
  saved(
    "400 of Fastify's validation",
    "api_contract",
    answers(400, {
      statusCode: 400,
      code: "FST_ERR_VALIDATION",
      error: "Bad Request",
      message: "body must have required property 'sku'",
    }),
    /400/,
  ),
  saved(
    "415, another type of body",
    "api_contract",
    answers(415, { title: "Unsupported Media Type" }),
    /415/,
  ),
  saved(
    "409 in Prisma's words",
    "test_data",
    answers(409, { code: "P2002", message: "Unique constraint failed on the fields: (`email`)" }),
    /409/,
  ),
  saved(
    "422 of Rails, taken",
    "test_data",
    answers(422, { errors: { email: ["has already been taken"] } }),
    /422/,
  ),
  {
    id: "blind: GraphQL's 200 with the error of a resolver in the log",
    logs: "raw",
    app: {
      "/": caller('fetch("/graphql", { method: "POST" })', "body.data?.order?.text ?? 'That did not work'"),
      "/graphql": answers(200, {
        data: { order: null },
        errors: [
          {
            message: "Internal server error",
            path: ["order"],
            extensions: { code: "INTERNAL_SERVER_ERROR" },
          },
        ],
      }),
    },
    writes: (trace, at) =>
      JSON.stringify({
        level: 50,
        time: at.getTime(),
        trace_id: trace,
        msg: "resolver failed",
        err: {
          type: "TypeError",
          message: "Cannot read properties of null (reading 'vat')",
          stack:
            "TypeError: Cannot read properties of null (reading 'vat')\n    at Order.total (/srv/shop/dist/order.resolver.js:44:19)",
        },
      }),
    steps: saving,
    expected: "backend_exception",
    names: /TypeError.*order\.resolver\.js:44/,
  },
  {
    id: "blind: sent to a log-in of another path",
    app: {
      "/account": (_, response) =>
        void response.writeHead(302, { location: "/sso/authorize?back=%2Faccount" }).end(),
      "/sso/authorize":
        '<h1>Sign in</h1><form><label>E-mail <input name="email"></label><label>Password <input type="password"></label><button>Sign in</button></form>',
    },
    steps: [goto("/account"), expect({ visible: heading("Account") })],
    expected: "auth",
    names: /\/account/,
  },
  {
    id: "blind: an address that speaks no TLS",
    app: { "/": "<h1>Desk</h1>" },
    scheme: "https",
    steps: [goto("/"), expect({ text: "Desk" })],
    expected: "environment",
    names: /ERR_SSL|TLS/,
  },
  {
    id: "blind: the API's port is closed",
    app: { "/": caller('fetch("http://127.0.0.1:59432/api/orders", { method: "POST" })') },
    steps: saving,
    expected: "environment",
    names: /ERR_CONNECTION_REFUSED/,
  },
  {
    id: "blind: an answer that breaks off",
    app: {
      "/": caller('fetch("/api/orders", { method: "POST" })'),
      "/api/orders": (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "400" });
        response.write('{"text":');
        setTimeout(() => response.destroy(), 50);
      },
    },
    steps: saving,
    expected: "environment",
    names: /\/api\/orders/,
  },
  {
    id: "blind: the tab is lost",
    app: { "/": caller('fetch("/api/orders", { method: "POST" })'), "/api/orders": late(60_000, {}) },
    loses: "tab",
    steps: saving,
    expected: "runner_fault",
  },
];
