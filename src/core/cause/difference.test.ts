import { describe, expect, test } from "vitest";
import type { CaseProfile } from "#model/case-profile.ts";
import {
  sampleConsole,
  sampleFailure,
  samplePageError,
  sampleRequest,
  type SampleFailure,
} from "#test/support/case-failure.ts";
import { createExplainer } from "./explain.ts";
import { comparable, profileOf } from "./profile.ts";

const clock = { now: () => new Date("2026-03-01T10:00:10Z"), sleep: async () => undefined };
const passing = (more: Partial<CaseProfile>): CaseProfile => ({
  routes: [],
  errors: [],
  page: null,
  ...more,
});
const route = (line: string, statuses: number[], ms = 20) => ({ route: line, statuses, ms, step: 0 });

const explainSince = (profile: CaseProfile, failure: SampleFailure) =>
  createExplainer({
    logs: null,
    clock,
    lastPass: async () => ({ runId: "run-7", takenAt: "2026-02-28T10:00:00Z", profile }),
  })(sampleFailure(failure));

describe("what is kept of a case that passed", () => {
  test("routes without ids and queries, errors without what differs, controls without values", () => {
    const profile = profileOf(
      {
        requests: [
          sampleRequest("GET /api/orders/4711?token=hush 200", { duration_ms: 10 }),
          sampleRequest("GET /api/orders/4712 404", { duration_ms: 30 }),
          sampleRequest("GET /logo.svg 200", { resource_type: "image" }),
          sampleRequest("GET /gone.svg 404", { resource_type: "image" }),
          sampleRequest("GET /api/late", { aborted: true }),
        ],
        page_errors: [samplePageError("no order 4711")],
        console: [sampleConsole("no order 4712"), sampleConsole("hint", { level: "warning" })],
        dialogs: [],
        navigations: [],
        left_out: 0,
      },
      {
        url: "http://shop.test/orders/4711",
        elements: ['textbox "Note"', 'button "Pay 12"'],
      },
    );
    expect(profile).toEqual({
      routes: [
        { route: "GET /api/orders/:id", statuses: [200, 404], ms: 30, step: 0 },
        { route: "GET /gone.svg", statuses: [404], ms: 20, step: 0 },
      ],
      errors: ["no order #"],
      page: { path: "/orders/:id", elements: ['textbox "Note"', 'button "Pay #"'] },
    });
  });

  test("is small, whatever an app does", () => {
    const requests = Array.from({ length: 500 }, (_, at) =>
      sampleRequest(`GET /api/${"x".repeat(at * 3)} 200`),
    );
    const elements = Array.from({ length: 2000 }, () => `button "${"y".repeat(5000)}"`);
    const profile = profileOf(
      { requests, page_errors: [], console: [], dialogs: [], navigations: [], left_out: 0 },
      { url: "http://shop.test/", elements },
    );
    expect(JSON.stringify(profile).length).toBeLessThan(40_000);
    expect(comparable(elements)).toHaveLength(120);
  });
});

describe("the difference to the last run that passed", () => {
  test("is told in lines of evidence", async () => {
    const { evidence } = await explainSince(
      passing({
        routes: [
          route("GET /api/cart", [200]),
          route("GET /api/rates", [200], 40),
          route("GET /api/tips", [200]),
        ],
      }),
      {
        evidence: {
          requests: [
            sampleRequest("GET / 200", { step: 0, resource_type: "document" }),
            sampleRequest("GET /api/cart 500"),
            sampleRequest("GET /api/rates 200", { duration_ms: 4100 }),
          ],
          console: [sampleConsole("no rate for FR")],
        },
      },
    );
    expect(evidence).toContain("since run run-7: GET /api/cart was 200, is 500");
    expect(evidence).toContain("since run run-7: GET /api/rates took 40 ms, takes 4100 ms");
    expect(evidence).toContain("since run run-7: GET /api/tips was 200, is not asked for");
    expect(evidence).toContain("since run run-7: new error: no rate for fr");
  });

  test("of the page: what it was operated with, and what stands in its place", async () => {
    const cause = await explainSince(
      passing({ page: { path: "/cart", elements: ['heading "Cart"', 'button "Pay"', 'link "Help"'] } }),
      {
        kind: "not_found",
        message: "no button Pay",
        step: {
          verb: "click",
          expect: null,
          text: 'click button "Pay"',
          target: { role: "button", name: "Pay" },
        },
        page: { elements: ['heading "Cart"', 'button "Complete purchase"', 'link "Help"'] },
      },
    );
    expect(cause).toMatchObject({ category: "locator_drift", confidence: 0.85 });
    expect(cause.suspected_cause).toContain('button "Complete purchase"');
    expect(cause.evidence).toEqual([
      'since run run-7: the page had button "Pay", has button "Complete purchase" in its place',
    ]);
  });

  test("a control that is gone, with none in its place, is not said to have another name", async () => {
    const cause = await explainSince(
      passing({ page: { path: "/cart", elements: ['heading "Cart"', 'button "Pay"', 'link "Help"'] } }),
      {
        kind: "not_found",
        message: "no button Pay",
        step: {
          verb: "click",
          expect: null,
          text: 'click button "Pay"',
          target: { role: "button", name: "Pay" },
        },
        page: { elements: ['heading "Cart"', 'link "Help"', 'button "Subscribe"'] },
      },
    );
    expect(cause.category).toBe("unknown");
  });

  test("another page is not compared", async () => {
    const { evidence } = await explainSince(
      passing({ page: { path: "/thanks", elements: ['button "Pay"'] } }),
      { page: { elements: ['button "Buy"'] } },
    );
    expect(evidence).toEqual([]);
  });
});

describe("the rules go by it", () => {
  test("a refused read that was answered before breaks the contract", async () => {
    const cause = await explainSince(passing({ routes: [route("GET /api/stats", [200])] }), {
      evidence: { requests: [sampleRequest("GET /api/stats 400")] },
    });
    expect(cause).toMatchObject({ category: "api_contract", confidence: 0.85 });
    expect(cause.suspected_cause).toContain("answered 200 in run run-7");
  });

  test("a failed call that the case passed in spite of is no cause", async () => {
    const cause = await explainSince(
      passing({ routes: [route("GET /api/presence", [500])], errors: ["presence is down"] }),
      {
        observed: "Sorry",
        evidence: {
          requests: [sampleRequest("GET /api/presence 500")],
          page_errors: [samplePageError("presence is down")],
        },
      },
    );
    expect(cause.category).toBe("wrong_result");
  });

  test("a call that failed at first and then went well is a cause when it only fails", async () => {
    const cause = await explainSince(passing({ routes: [route("GET /api/rates", [503, 200])] }), {
      evidence: { requests: [sampleRequest("GET /api/rates 500")] },
    });
    expect(cause.category).toBe("backend_error");
  });

  test("a refusal that was none before is one of the log-in", async () => {
    const cause = await explainSince(passing({ routes: [route("GET /api/zz", [200])] }), {
      evidence: { requests: [sampleRequest("GET /api/zz 403")] },
    });
    expect(cause).toMatchObject({ category: "auth", confidence: 0.92 });
  });

  test("that nothing could be read of it changes nothing", async () => {
    const explain = createExplainer({
      logs: null,
      clock,
      lastPass: () => Promise.reject(new Error("locked")),
    });
    const failure = sampleFailure({ evidence: { requests: [sampleRequest("POST /api/orders 500")] } });
    expect((await explain(failure)).category).toBe("backend_error");
  });
});
