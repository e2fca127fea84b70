import type { IncomingMessage } from "node:http";
import { answers, button, caller, click, expect, goto, heading, late, noErrors } from "./sample.ts";
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

const script =
  (source: string, headers: Record<string, string> = {}): ReturnType<typeof answers> =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "text/javascript", ...headers }).end(source);

/** Refuses the first requests, and answers those after them. */
const atLast = (status: number, times: number, body: unknown): ReturnType<typeof answers> => {
  let asked = 0;
  return (request: IncomingMessage, response, url) =>
    (asked++ < times ? answers(status, { error: "later" }) : answers(200, body))(request, response, url);
};

const patient = `<h1>Desk</h1><button onclick="go(3)">Save</button><p id="out" role="status"></p><script>
  async function go(left) {
    const answer = await fetch("/api/orders", { method: "POST" });
    if (!answer.ok && left > 0) return setTimeout(go, 100, left - 1);
    out.textContent = answer.ok ? (await answer.json()).text : "That did not work";
  }
</script>`;

/** A page that shows a total, beside what else it does. */
const desk = (total: string, rest = ""): string =>
  `<h1>Desk</h1><p>Total: <output data-testid="total">${total}</output></p>${rest}`;
const wantsTotal = [goto("/"), expect({ text: { target: { testid: "total" }, is: "12.00" } })];

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
  {
    id: "blind: a bundle with its source map",
    app: {
      "/": '<h1>Cart</h1><button id="pay">Pay</button><script src="/assets/index-Bx1c.js"></script>',
      "/assets/index-Bx1c.js": script(
        'document.querySelector("#pay").onclick=()=>{n(null)};function n(e){document.title=e.total.toFixed(2)}\n//# sourceMappingURL=index-Bx1c.js.map',
      ),
      "/assets/index-Bx1c.js.map": answers(200, {
        version: 3,
        sources: ["../../src/cart/pay.ts"],
        names: ["payFor", "cart", "total"],
        mappings: "AAEY,4CAEVA,SAIF,SAASA,KACP,iBAAsBE",
        sourcesContent: [
          '// pays\n\nconst pay = document.querySelector("#pay");\npay.onclick = () => {\n  payFor(null);\n};\n\n\nfunction payFor(cart) {\n  document.title = cart.total.toFixed(2);\n}\n',
        ],
      }),
    },
    steps: [goto("/"), click("Pay"), expect({ text: "Paid" })],
    expected: "frontend_exception",
    names: /TypeError.*pay\.ts:10/,
  },
  {
    id: "blind: a piece of the app that cannot be loaded any more",
    app: {
      "/": '<h1>Desk</h1><button onclick="go()">Reports</button><script>function go() { import("/assets/reports-9f2.js"); }</script>',
    },
    steps: [goto("/"), click("Reports"), expect({ visible: heading("Reports") })],
    expected: "frontend_exception",
    names: /reports-9f2\.js/,
  },
  {
    id: "blind: a promise that is rejected with words",
    app: {
      "/": '<button onclick="go()">Save</button><script>function go() { return Promise.reject("no draft is open"); }</script>',
    },
    steps: saving,
    expected: "frontend_exception",
    names: /no draft is open/,
  },
  {
    id: "blind: an error in a custom element",
    app: {
      "/": '<x-price></x-price><script>customElements.define("x-price", class extends HTMLElement { connectedCallback() { this.textContent = this.prices.net; } });</script>',
    },
    steps: [goto("/"), expect({ text: "12.00" })],
    expected: "frontend_exception",
    names: /TypeError.*connectedCallback/,
  },
  {
    id: "blind: an error that a boundary caught",
    app: {
      "/": `<main id="root"><button onclick="go()">Save</button></main><script>
        function go() { try { null.total; } catch (error) {
          console.error(error, "The above error occurred in the <Cart> component.");
          root.textContent = "Something went wrong.";
        } }</script>`,
    },
    steps: saving,
    expected: "frontend_exception",
    names: /TypeError|total/,
  },
  {
    id: "blind: a script that the page's own policy forbids",
    app: {
      "/": (_, response) =>
        void response
          .writeHead(200, { "content-type": "text/html", "content-security-policy": "script-src 'self'" })
          .end(
            '<title>Desk</title><button onclick="go()">Save</button><script>function go() { document.body.append("Saved"); }</script>',
          ),
    },
    steps: saving,
    expected: "frontend_exception",
    names: /Content Security Policy|script/i,
  },
  {
    id: "blind: an answer that comes after the step has given up",
    app: {
      "/": caller('fetch("/api/orders", { method: "POST" })'),
      "/api/orders": late(9000, { text: "Saved" }),
    },
    steps: [goto("/"), click("Save"), { expect: { text: "Saved" }, timeout: "3s" }],
    expected: "timing",
    names: /POST \/api\/orders/,
  },
  {
    id: "blind: a button by another word of the same kind",
    app: { "/": "<h1>Mug</h1><button>Add to basket</button><button>Compare</button>" },
    steps: [goto("/"), click(button("Add to cart"))],
    expected: "locator_drift",
    names: /Add to basket/,
  },
  {
    id: "blind: a link that is gone for good, 410",
    app: {
      "/": '<h1>Desk</h1><a href="/terms">Terms</a>',
      "/terms": answers(410, "<h1>Gone</h1>"),
    },
    steps: [goto("/"), click({ role: "link", name: "Terms" }), expect({ visible: heading("Terms") })],
    expected: "broken_link",
    names: /\/terms/,
  },
  {
    id: "blind: a page that says a total in cents",
    app: { "/": desk("1200") },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*1200/,
  },
  {
    id: "blind: a wrong total beside a heartbeat that fails",
    app: {
      "/": desk("11.99", '<script>fetch("/api/heartbeat").catch(() => {})</script>'),
      "/api/heartbeat": answers(500, { error: "internal" }),
    },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*11\.99/,
  },
  {
    id: "blind: a wrong total beside a retry that went well",
    app: {
      "/": desk(
        "11.99",
        '<script>const get = () => fetch("/api/rates").then(r => r.ok || setTimeout(get, 50)); get()</script>',
      ),
      "/api/rates": atLast(503, 1, {}),
    },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*11\.99/,
  },
  {
    id: "blind: a wrong total beside a harmless error of an observer",
    app: {
      "/": desk(
        "11.99",
        '<script>setTimeout(() => { throw new Error("ResizeObserver loop completed with undelivered notifications."); })</script>',
      ),
    },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*11\.99/,
  },
  {
    id: "blind: healthy, a meant refusal of a name that is taken",
    app: {
      "/": caller('fetch("/api/orders", { method: "POST" })'),
      "/api/orders": answers(409, { error: "already taken" }),
    },
    steps: [goto("/"), click("Save"), expect({ text: "That did not work" })],
    expected: null,
  },
  {
    id: "blind: healthy, asked again after 429",
    app: { "/": patient, "/api/orders": atLast(429, 2, { text: "Saved" }) },
    steps: saving,
    expected: null,
  },
  {
    id: "blind: healthy, a request that the page gives up when it goes on",
    app: {
      "/": '<h1>Desk</h1><a href="/next">Next</a><script>fetch("/api/slow").catch(() => {})</script>',
      "/api/slow": late(4000, {}),
      "/next": "<h1>Next</h1>",
    },
    steps: [goto("/"), click({ role: "link", name: "Next" }), expect({ visible: heading("Next") }), noErrors],
    expected: null,
  },
  {
    id: "blind: healthy, warnings and a word of error in the console",
    app: { "/": desk("12.00", '<script>console.warn("error rates are deprecated")</script>') },
    steps: [...wantsTotal, noErrors],
    expected: null,
  },
];
