import { describe, expect, it } from "vitest";
import type { RootCause } from "#model/root-cause.ts";
import { fingerprint, normaliseError } from "./fingerprint.ts";

const cause = (suspected: string, category: RootCause["category"] = "backend_error"): RootCause => ({
  category,
  summary: "",
  suspected_cause: suspected,
  suggested_fix: "",
  confidence: 1,
  server_status: null,
  trace_id: null,
  evidence: [],
});
const print = (suspected: string, category?: RootCause["category"]) =>
  fingerprint({ suite: "shop.yaml", caseId: "order", cause: cause(suspected, category), why: "" });

describe("fingerprint", () => {
  it.each([
    ["GET /api/orders/41 answered 500", "GET /api/orders/1042 answered 500"],
    ["no order 0af7651916cd43dd8448eb211c80319c", "no order 4bf92f3577b34da6a3ce929d0e0e4736"],
    [
      "no user 6f1c1f5e-0d2a-4a63-9d55-0c9a0d2f6a11 here",
      "no user 7a1c1f5e-0d2a-4a63-9d55-0c9a0d2f6a12 here",
    ],
    ["Expected 'Mug 1', seen \"Jug\"", "Expected 'Plate', seen \"Cup 7\""],
    ["TypeError: no price in priceOf (orders.js:41)", "TypeError: no price in priceOf (orders.js:43)"],
    ["mail to ann@shop.test failed", "mail to bob@other.test failed"],
  ])("%s is the same as %s", (left, right) => {
    expect(print(left)).toBe(print(right));
    expect(print(left)).toMatch(/^[0-9a-f]{32}$/);
  });
  it("tells causes, categories, cases and suites apart", () => {
    expect(print("POST /api/orders answered 500")).not.toBe(print("POST /api/carts answered 500"));
    expect(print("x")).not.toBe(print("x", "timing"));
    expect(fingerprint({ suite: "a", caseId: "b", cause: null, why: "x" })).not.toBe(
      fingerprint({ suite: "a", caseId: "c", cause: null, why: "x" }),
    );
  });
  it("keeps words that only look like hexadecimal", () => {
    expect(normaliseError("facade decade 42")).toBe("facade decade #");
    expect(normaliseError("it isn't the user's")).toBe("it isn't the user's");
  });
});
