import { describe, expect, it } from "vitest";
import type { CaseReport } from "#model/report.ts";
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
const caseOf = (given: Partial<CaseReport> = {}): CaseReport => ({
  id: "order",
  title: "Order",
  status: "failed",
  why: "",
  duration_ms: 1,
  attempts: 1,
  flaky: false,
  steps: [{ index: 0, text: 'expect text "Thank you"', status: "failed", duration_ms: 1 }],
  shots: [],
  captured: {},
  root_cause: null,
  trace: null,
  ...given,
});
const app = "http://shop.test/start";
const print = (suspected: string, category?: RootCause["category"], given: Partial<CaseReport> = {}) =>
  fingerprint(app, caseOf({ root_cause: cause(suspected, category), ...given }));

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
  it("tells causes, categories and apps apart", () => {
    expect(print("POST /api/orders answered 500")).not.toBe(print("POST /api/carts answered 500"));
    expect(print("POST /api/orders answered 500")).not.toBe(print("PUT /api/orders answered 500"));
    expect(print("x")).not.toBe(print("x", "api_contract"));
    const item = caseOf({ root_cause: cause("x") });
    expect(fingerprint("http://shop.test/a", item)).toBe(fingerprint("http://shop.test/b", item));
    expect(fingerprint("http://shop.test", item)).not.toBe(fingerprint("http://other.test", item));
  });
  it("is one for all the cases that an error of the app breaks", () => {
    const text = "POST /api/orders answered 500: TypeError: no price in priceOf (orders.js:41)";
    const other = { id: "other", steps: [] };
    expect(print(text, "backend_exception", other)).toBe(print(text, "backend_exception"));
    expect(print("Uncaught TypeError", "frontend_exception", other)).toBe(
      print("Uncaught TypeError", "frontend_exception"),
    );
    expect(print("GET /gone does not exist (on http://shop.test/a).", "broken_link")).toBe(
      print("GET /gone does not exist (on http://shop.test/b/2).", "broken_link"),
    );
    expect(print("GET /api/me answered 403", "auth", other)).toBe(print("GET /api/me answered 403", "auth"));
  });
  it("is another for each expectation that does not hold, as their errors look alike", () => {
    const text = 'Expected "1", seen "2".';
    expect(print(text, "wrong_result", { id: "other" })).not.toBe(print(text, "wrong_result"));
    const step = { index: 0, text: 'expect text "Goodbye"', status: "failed" as const, duration_ms: 1 };
    expect(print(text, "wrong_result", { steps: [step] })).not.toBe(print(text, "wrong_result"));
    expect(fingerprint(app, caseOf({ why: "x" }))).not.toBe(fingerprint(app, caseOf({ why: "x", id: "b" })));
  });
  it("keeps words that only look like hexadecimal", () => {
    expect(normaliseError("facade decade 42")).toBe("facade decade #");
    expect(normaliseError("it isn't the user's")).toBe("it isn't the user's");
  });

  it("is the same whether or not the case has passed before", () => {
    const told = "GET /api/stats answered 422: no rate";
    const since = `${told}, where it answered 200 and 204 in run 0198c2d4-0000-7000-8000-000000000001, which passed`;
    expect(print(since, "api_contract")).toBe(print(told, "api_contract"));
  });
});
