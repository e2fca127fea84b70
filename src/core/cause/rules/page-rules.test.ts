import { describe, expect, it } from "vitest";
import { sampleConsole, sampleNavigation, samplePageError, sampleTime } from "#test/support/case-failure.ts";
import {
  causeOfSample,
  type CauseSample,
  button,
  request,
  requests,
  click,
  noErrors,
} from "#test/support/cause-samples.ts";

const samples: CauseSample[] = [
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
    "a mistake that a boundary caught",
    {
      evidence: {
        console: [
          sampleConsole(
            "TypeError: Cannot read properties of null (reading 'total')\n    at Cart (http://shop.test/js/cart.js:12:3)\n\nThe above error occurred in the <Cart> component.",
          ),
        ],
      },
    },
    /TypeError: .*'total'\) in Cart \(cart\.js:12\)/,
  ],
  [
    "frontend_exception",
    "a script that the page's policy refuses",
    {
      evidence: {
        console: [
          sampleConsole(
            "Refused to execute inline script because it violates the following Content Security Policy directive: \"script-src 'self'\"",
          ),
        ],
      },
    },
    /script-src/,
  ],
  [
    "wrong_result",
    "what the app itself reports, caught, of a third party",
    {
      observed: "Sorry",
      evidence: {
        console: [
          sampleConsole("TypeError: Failed to load ad\n    at https://ads.test/ad.js:1:2"),
          sampleConsole("Error: rate limit reached\n    at poll (http://shop.test/js/cart.js:40:3)"),
        ],
      },
    },
  ],
  [
    "frontend_exception",
    "a script that did not load",
    requests(request("GET /js/app.js 404", { resource_type: "script" })),
  ],
  [
    "frontend_exception",
    "no_errors and a script",
    noErrors("GET http://shop.test/js/x.js 404", {
      requests: [request("GET /js/x.js 404", { resource_type: "script" })],
    }),
  ],
  [
    "frontend_exception",
    "an error on the page that a form came back to",
    {
      page: { url: "http://shop.test/checkout?name=Ada" },
      evidence: {
        page_errors: [
          samplePageError("total is not defined", { step: 0, url: "http://shop.test/checkout?product=1" }),
        ],
        navigations: [sampleNavigation("/checkout?product=1", 0), sampleNavigation("/checkout?name=Ada", 3)],
      },
    },
  ],
  [
    "broken_link",
    "a link to a record that is gone",
    {
      page: { url: "http://shop.test/products/9004" },
      evidence: {
        requests: [request("GET /products/9004 404", { resource_type: "document" })],
        navigations: [sampleNavigation("/products", 0), sampleNavigation("/products/9004", 3)],
      },
    },
    /GET \/products\/9004/,
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
    "no_errors leaves aside what is meant",
    noErrors("GET http://shop.test/a.css 404", {
      requests: [
        request("GET /api/me 401"),
        request("GET /api/x 500"),
        request("GET /a.css 404", { resource_type: "stylesheet" }),
      ],
    }),
    /a\.css/,
  ],
  [
    "broken_link",
    "an image that is none",
    { ...noErrors("http://shop.test/img/b.png", {}), expected: "no broken image" },
    /b\.png/,
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
];

describe("causes", () => {
  it.each(samples)("%s: %s", async (category, _name, sample, suspected = /./) => {
    const cause = await causeOfSample(sample);
    expect(cause).toMatchObject({ category, suspected_cause: expect.stringMatching(suspected) as unknown });
    expect([cause.summary, cause.suggested_fix].every(Boolean)).toBe(true);
    expect(cause.confidence >= 0.5).toBe(category !== "unknown");
  });
});
