import { describe, expect, it } from "vitest";
import { createExplainer } from "#core/cause/explain.ts";
import type { Candidate } from "#model/failure.ts";
import { causeCategories, type CauseCategory } from "#model/root-cause.ts";
import {
  sampleConsole,
  sampleFailure,
  type SampleFailure,
  sampleNavigation,
  samplePageError,
  sampleRequest,
  sampleTime,
} from "#test/support/case-failure.ts";
import { rules } from "./rules.ts";

const explain = createExplainer({
  logs: null,
  clock: { now: () => new Date(sampleTime(9500)), sleep: async () => undefined },
});
const button = (name: string): Candidate => ({
  role: "button",
  name,
  text: name,
  target: { role: "button", name },
});
const row = (name: string): Candidate => ({ role: "row", name, text: name, target: { role: "row", name } });
const request = sampleRequest;
const requests = (...list: ReturnType<typeof request>[]): SampleFailure => ({ evidence: { requests: list } });
const click = (target: string, more: SampleFailure = {}): SampleFailure => ({
  kind: "not_found",
  status: "broken",
  message: `nothing fits "${target}"`,
  expected: null,
  step: { verb: "click", expect: null, text: `click "${target}"`, target },
  ...more,
});
const noErrors = (observed: string, evidence: SampleFailure["evidence"]): SampleFailure => ({
  step: { expect: "no_errors", text: "expect no_errors" },
  expected: "no errors",
  observed,
  evidence,
});
const stackBody = JSON.stringify({
  error: "x",
  stack: "TypeError: no price\n    at priceOf (/srv/orders.js:41:7)",
});

const samples: [CauseCategory, string, SampleFailure, RegExp?][] = [
  ["runner_fault", "the tab crashed", { kind: "crashed", message: "Target crashed" }],
  [
    "runner_fault",
    "an internal error",
    { kind: "internal", message: "model provider: 529 overloaded" },
    /529/,
  ],
  [
    "runner_fault",
    "a lost page with a failed request",
    { kind: "timeout", page: { crashed: true }, ...requests(request("GET /api/a 500")) },
  ],

  [
    "environment",
    "name not resolved",
    { kind: "unreachable", message: "net::ERR_NAME_NOT_RESOLVED at http://shop.test/", page: null },
  ],
  [
    "environment",
    "refused before any step",
    { kind: "unreachable", message: "net::ERR_CONNECTION_REFUSED", step: null, page: null },
  ],
  [
    "environment",
    "certificate",
    { kind: "unreachable", message: "net::ERR_CERT_DATE_INVALID at https://shop.test/" },
  ],
  [
    "environment",
    "a call that got no answer",
    requests(request("POST /api/orders", { failure: "net::ERR_CONNECTION_REFUSED" })),
  ],
  [
    "environment",
    "a gateway's 502",
    requests(request("POST /api/orders 502", { body: "<html><h1>502 Bad Gateway</h1><hr>nginx</html>" })),
    /gateway/,
  ],
  ["environment", "503", requests(request("GET /cart 503", { resource_type: "document" }))],

  [
    "backend_exception",
    "a body with a stack",
    requests(request("POST /api/orders 500", { body: stackBody })),
    /POST \/api\/orders answered 500: TypeError: no price in priceOf \(orders\.js:41\)/,
  ],
  [
    "backend_exception",
    "an error page in HTML",
    requests(
      request("GET /cart 500", {
        resource_type: "document",
        body: "<html><pre>ReferenceError: cart is not defined<br> &nbsp; &nbsp;at render (/srv/views/cart.js:7:1)</pre>",
      }),
    ),
    /ReferenceError: cart is not defined in render \(cart\.js:7\)/,
  ],
  [
    "backend_exception",
    "Spring's error object",
    requests(
      request("POST /api/orders 500", {
        body: JSON.stringify({
          status: 500,
          error: "Internal Server Error",
          exception: "java.lang.NullPointerException",
          message: "price is null",
        }),
      }),
    ),
    /NullPointerException: price is null/,
  ],
  [
    "backend_exception",
    "a 503 that the app answers itself",
    requests(request("GET /api/a 503", { body: stackBody })),
  ],

  [
    "backend_error",
    "a bare 500",
    requests(request("POST /api/orders 500", { body: '{"error":"Internal Server Error"}' })),
    /POST \/api\/orders answered 500$/,
  ],
  [
    "backend_error",
    "a message that names no exception",
    requests(request("POST /api/orders 500", { body: '{"error":"database is locked"}' })),
    /database is locked/,
  ],
  [
    "backend_error",
    "an action on the same page before",
    click("Pay", { evidence: { requests: [request("GET /api/prices 500", { step: 1 })] } }),
  ],
  [
    "backend_error",
    "a save whose page was left since",
    {
      evidence: {
        requests: [request("POST /api/orders 500", { step: 1 })],
        navigations: [sampleNavigation("/", 0), sampleNavigation("/orders", 3)],
      },
    },
  ],
  [
    "backend_error",
    "no_errors",
    noErrors("GET /api/a 500", { requests: [request("GET /img 500", { resource_type: "image" })] }),
  ],
  ["backend_error", "an API on another port", requests(request("POST http://shop.test:3001/api/orders 500"))],
  [
    "backend_error",
    "the nearest of several counts",
    requests(request("GET /api/ads 503", { step: 1 }), request("POST /api/orders 500")),
    /orders/,
  ],

  [
    "frontend_exception",
    "an uncaught error",
    {
      evidence: {
        page_errors: [
          samplePageError("TypeError: cart is undefined", {
            stack: "TypeError: cart is undefined\n    at render (http://shop.test/js/cart.js:12:3)",
          }),
        ],
      },
    },
    /cart is undefined in render \(cart\.js:12\)/,
  ],
  [
    "frontend_exception",
    "a script that did not load",
    requests(request("GET /js/app.js 404", { resource_type: "script" })),
  ],
  [
    "frontend_exception",
    "no_errors and the console",
    noErrors("console error", { console: [sampleConsole("Error: bad state")] }),
  ],

  [
    "auth",
    "sent to the log-in page",
    {
      page: { url: "http://shop.test/login?next=/cart", looks_like_login: true },
      evidence: {
        requests: [
          request("GET /cart 302", { resource_type: "document", redirected_to: "/login?next=/cart" }),
        ],
      },
    },
    /GET \/cart redirects to \/login/,
  ],
  [
    "auth",
    "the page itself goes there",
    click("Checkout", {
      page: { looks_like_login: true },
      evidence: { navigations: [sampleNavigation("/cart", 3), sampleNavigation("/login", 3)] },
    }),
  ],
  [
    "auth",
    "401",
    requests(request("GET /api/orders 401", { body: '{"error":"token expired"}' })),
    /token expired/,
  ],
  ["auth", "403", requests(request("POST /api/orders 403"))],
  [
    "auth",
    "an error in the page that only repeats the 401",
    {
      evidence: {
        requests: [request("GET /api/orders 401")],
        page_errors: [samplePageError("Error: Request failed with status code 401")],
      },
    },
  ],
  ["auth", "a log-in that was refused", requests(request("POST /login 401"))],

  [
    "api_contract",
    "an expected request with another status",
    {
      step: { expect: "request", text: "expect request /api/orders status 200" },
      expected: "status 200",
      observed: "GET /api/orders 204",
      evidence: { requests: [request("GET /api/orders 204")] },
    },
  ],
  ["api_contract", "405", requests(request("PUT /api/orders 405"))],
  [
    "api_contract",
    "a field that the API does not know",
    requests(
      request("POST /api/orders 422", { body: '{"detail":[{"msg":"field required","loc":["body","qty"]}]}' }),
    ),
  ],
  [
    "api_contract",
    "HTML in place of JSON",
    {
      evidence: {
        requests: [request("GET /api/orders 200", { content_type: "text/html; charset=utf-8" })],
        page_errors: [
          samplePageError(`SyntaxError: Unexpected token '<', "<!doctype "... is not valid JSON`),
        ],
      },
    },
  ],
  [
    "api_contract",
    "a route that is not there",
    requests(request("POST /api/v2/orders 404", { body: "<pre>Cannot POST /api/v2/orders</pre>" })),
  ],

  [
    "test_data",
    "no value",
    {
      kind: "value",
      status: "broken",
      message: "the capture order_id found nothing",
      step: { verb: "capture", expect: null },
    },
  ],
  [
    "test_data",
    "409",
    requests(request("POST /api/users 409", { body: '{"error":"email already taken"}' })),
    /already taken/,
  ],
  [
    "test_data",
    "a collision told by 422",
    requests(request("POST /api/users 422", { body: '{"message":"Email has already been taken"}' })),
  ],
  ["test_data", "a record that is missing", requests(request("GET /api/orders/4711 404"))],

  [
    "locator_drift",
    "another word",
    click("Add to cart", { candidates: [button("Add to basket"), button("Search")] }),
    /button "Add to basket"/,
  ],
  ["locator_drift", "another letter case and a sign", click("Log in", { candidates: [button("LOG IN →")] })],
  [
    "locator_drift",
    "despite a meant 401",
    click("Place order", {
      candidates: [button("Place your order")],
      evidence: { requests: [request("GET /api/me 401")] },
    }),
  ],

  [
    "timing",
    "the answer is out",
    requests(request("GET /api/report", { started_at: sampleTime(3200) })),
    /GET \/api\/report was not answered/,
  ],
  [
    "timing",
    "the answer came too late",
    requests(request("GET /api/report 200", { started_at: sampleTime(3200), duration_ms: 7000 })),
    /took 7000 ms/,
  ],
  [
    "timing",
    "a page that does not answer",
    {
      kind: "timeout",
      status: "broken",
      message: "goto: no answer within 5000 ms",
      step: { verb: "goto", expect: null },
    },
  ],

  [
    "wrong_result",
    "another value",
    { step: { expect: "count", text: "expect count 3" }, expected: "3", observed: "2" },
    /Expected 3, seen 2/,
  ],
  ["wrong_result", "a text that does not come", requests(request("POST /api/orders 200"))],
  [
    "wrong_result",
    "the row of another record",
    {
      step: { expect: "visible", target: { role: "row", name: "Order 1042" } },
      candidates: [row("Order 1041")],
    },
  ],
  [
    "wrong_result",
    "third parties fail",
    requests(
      request("GET https://ads.example/a.js 500", { resource_type: "script" }),
      request("POST https://stats.example/c", { failure: "net::ERR_FAILED" }),
    ),
  ],
  [
    "wrong_result",
    "a request was given up",
    requests(request("GET /api/slow", { failure: "net::ERR_ABORTED", aborted: true })),
  ],
  [
    "wrong_result",
    "the favicon is missing",
    requests(request("GET /favicon.ico 404", { resource_type: "image" })),
  ],
  ["wrong_result", "asked whether someone is logged in", requests(request("GET /api/me 401"))],
  [
    "wrong_result",
    "a refusal is what the case wants",
    {
      expected: 'contains "Invalid credentials"',
      observed: "Please log in",
      evidence: { requests: [request("POST /login 401")] },
    },
  ],
  [
    "wrong_result",
    "a validation that the case wants",
    {
      expected: 'contains "Email already taken"',
      evidence: { requests: [request("POST /api/users 409", { body: '{"error":"email already taken"}' })] },
    },
  ],
  [
    "wrong_result",
    "a failure made good by a retry",
    requests(
      request("GET /api/orders 503"),
      request("GET /api/orders 200", { started_at: sampleTime(3900) }),
    ),
  ],
  [
    "wrong_result",
    "a token that was renewed",
    requests(
      request("GET /api/orders 401"),
      request("POST /api/auth/refresh 200"),
      request("GET /api/orders 200", { started_at: sampleTime(3900) }),
    ),
  ],
  [
    "wrong_result",
    "telemetry fails",
    requests(request("POST /telemetry 500"), request("POST /b 500", { resource_type: "ping" })),
  ],
  [
    "wrong_result",
    "a read on a page that was left",
    {
      evidence: {
        requests: [request("GET /api/a 500", { step: 1 })],
        navigations: [sampleNavigation("/", 0), sampleNavigation("/b", 3)],
      },
    },
  ],
  [
    "wrong_result",
    "an error of a foreign script",
    {
      evidence: {
        page_errors: [
          samplePageError("TypeError: x", {
            stack: "TypeError: x\n    at t (https://tags.example/t.js:1:1)",
          }),
        ],
      },
    },
  ],
  [
    "wrong_result",
    "the browser's harmless complaint",
    {
      evidence: {
        page_errors: [samplePageError("ResizeObserver loop completed with undelivered notifications.")],
      },
    },
  ],
  [
    "wrong_result",
    "a stream that never ends",
    requests(request("GET /api/events", { content_type: "text/event-stream" })),
  ],
  [
    "wrong_result",
    "an image on the page is missing",
    requests(request("GET /img/a.png 404", { resource_type: "image" })),
  ],
  [
    "wrong_result",
    "what the case made itself is gone",
    requests(request("POST /api/orders 201", { step: 2 }), request("GET /api/orders/7 404")),
  ],

  [
    "broken_link",
    "a link to nowhere",
    requests(request("GET /about 404", { resource_type: "document" })),
    /GET \/about/,
  ],
  [
    "broken_link",
    "no_errors and an image",
    noErrors("GET /img/a.png 404", { requests: [request("GET /img/a.png 404", { resource_type: "image" })] }),
  ],
  [
    "broken_link",
    "no_errors and a script",
    noErrors("GET /js/x.js 410", { requests: [request("GET /js/x.js 410", { resource_type: "script" })] }),
  ],

  [
    "accessibility",
    "violations",
    { step: { expect: "accessible" }, observed: "image-alt: 2 images have no alternative text" },
    /image-alt/,
  ],
  [
    "accessibility",
    "whatever else fails",
    { step: { expect: "accessible" }, observed: "label", ...requests(request("GET /api/a 500")) },
  ],
  [
    "accessibility",
    "without what was seen",
    { step: { expect: "accessible" }, message: "color-contrast" },
    /color-contrast/,
  ],

  [
    "test_defect",
    "several fit",
    click("Edit", {
      kind: "ambiguous",
      candidates: [button("Edit"), button("Edit")],
      ...requests(request("GET /api/a 500")),
    }),
    /fits button "Edit", button "Edit"/,
  ],
  [
    "test_defect",
    "a call that makes no sense",
    click("Logo", { kind: "invalid", message: "fill on an image" }),
  ],
  [
    "test_defect",
    "an address that may not be visited",
    click("x", { kind: "refused", message: "http://169.254.169.254 is refused" }),
  ],
  ["test_defect", "an address that is none", { kind: "unreachable", message: "net::ERR_INVALID_URL" }],

  ["unknown", "nothing near", click("Add to cart", { candidates: [button("Search"), button("Home")] })],
  ["unknown", "another record's control", click("Order 12", { candidates: [button("Order 13")] })],
  [
    "unknown",
    "covered by something",
    click("Pay", { kind: "not_actionable", message: "covered by a dialog" }),
  ],
  ["unknown", "cancelled", { kind: "closed", message: "cancelled", ...requests(request("GET /api/a 500")) }],
  ["unknown", "a redirect without end", { kind: "unreachable", message: "net::ERR_TOO_MANY_REDIRECTS" }],
];

describe("the rules", () => {
  it("stand in the order of the closed set, one a category", () => {
    expect(rules.map(({ category }) => category)).toEqual(
      causeCategories.filter((name) => name !== "unknown"),
    );
  });
  it.each(samples)("%s: %s", async (category, _name, sample, suspected) => {
    const cause = await explain(sampleFailure(sample));
    expect(cause.category, cause.suspected_cause).toBe(category);
    if (suspected) expect(cause.suspected_cause).toMatch(suspected);
    expect([cause.summary, cause.suspected_cause, cause.suggested_fix].every(Boolean)).toBe(true);
    if (category === "unknown") expect(cause.confidence).toBeLessThan(0.5);
    else expect(cause.confidence).toBeGreaterThanOrEqual(0.5);
  });
});
