import { afterEach, describe, expect, it } from "vitest";
import { createModel } from "#adapters/llm/create-model.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { createExplainer } from "#core/cause/explain.ts";
import { readLimits } from "#core/llm/limits.ts";
import { createMeter } from "#core/llm/meter.ts";
import type { CaseFailure } from "#model/failure.ts";
import { sampleFailure, sampleRequest } from "#test/support/case-failure.ts";
import { startLlm } from "#test/support/llm-server.ts";
import type { LlmReply, LlmRequest, LlmScript } from "#test/support/llm-server.ts";
import { startApp } from "#test/support/run-suite.ts";
import { startTestService } from "#test/support/service.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const open = async (script: LlmScript, settings: Record<string, string> = {}) => {
  const llm = await startLlm("google", script);
  const outbound = createOutbound();
  cleanups.push(llm.close, outbound.close);
  const meter = createMeter({
    access: createModel(llm.settings, null, outbound),
    limits: readLimits(settings),
    prices: {},
    mask: (text) => text,
    sleep: async () => undefined,
  });
  const clock = { now: () => new Date(), sleep: async () => undefined };
  return { llm, meter, explain: createExplainer({ logs: null, clock, meter }) };
};

/** A target that is nowhere, a call that was answered, and nothing that a rule knows. */
const puzzling = (more: Partial<CaseFailure> = {}): CaseFailure =>
  sampleFailure({
    status: "broken",
    kind: "not_found",
    message: 'no element fits "Pay"',
    expected: null,
    observed: null,
    candidates: [],
    evidence: {
      requests: [
        sampleRequest("GET /api/basket?password=hunter2 200"),
        sampleRequest("GET /missing.png 200"),
      ],
    },
    ...more,
  });

const lineOf = ({ messages }: LlmRequest, text: string): number => {
  const line = messages
    .map((message) => message.text)
    .join("\n")
    .split("\n")
    .find((each) => each.includes(text));
  return Number(/^\d+/.exec(line ?? "")?.[0] ?? 0);
};
const answer =
  (category: string, cites: (request: LlmRequest) => [number, string][]) =>
  (request: LlmRequest): LlmReply => ({
    object: {
      category,
      summary: "The basket is empty",
      suspected_cause: "GET /api/basket gives no items",
      suggested_fix: "Look at the basket's handler",
      cites: cites(request).map(([line, quote]) => ({ line, quote })),
    },
  });
const basket = (request: LlmRequest): [number, string][] => [[lineOf(request, "/api/basket"), "/api/basket"]];

describe("where the rules know no cause", () => {
  it("the model's answer stands when its lines do, and says that a model gave it", async () => {
    const { explain, llm } = await open(answer("test_data", basket));
    const cause = await explain(puzzling());
    expect(cause).toMatchObject({
      category: "test_data",
      summary: "The basket is empty (as the model test-model reads the evidence)",
      suspected_cause: "GET /api/basket gives no items",
      confidence: 0.5,
    });
    expect(cause.evidence).toHaveLength(1);
    expect(cause.evidence[0]).toContain("GET /api/basket");
    expect(llm.received.join()).not.toContain("hunter2");
  });

  it.each<[string, LlmScript]>([
    ["cites a line that is not there", answer("test_data", () => [[999, "/api/basket"]])],
    [
      "quotes what the line does not say",
      answer("test_data", (request) => [[lineOf(request, "/api/basket"), "500 Internal"]]),
    ],
    ["cites nothing", answer("test_data", () => [])],
    ["names a category whose least evidence is missing", answer("backend_error", basket)],
    ["names the runner", answer("runner_fault", basket)],
    ["does not know either", answer("unknown", basket)],
  ])("an answer is dropped that %s", async (_, script) => {
    const { explain, llm } = await open(script);
    const rules = await createExplainer({
      logs: null,
      clock: { now: () => new Date(), sleep: async () => undefined },
    })(puzzling());
    expect(await explain(puzzling())).toEqual(rules);
    expect(llm.requests).toHaveLength(1);
  });

  it("a provider that fails leaves the rules' answer, which says so", async () => {
    const { explain } = await open([{ status: 503, message: "overloaded" }]);
    const cause = await explain(puzzling());
    expect(cause.category).toBe("unknown");
    expect(cause.summary).toContain("The model could not be asked: google answered 503");
  });

  it("a spent budget does too", async () => {
    const { explain, llm } = await open(answer("test_data", basket), { LLM_MAX_RUN_TOKENS: "10" });
    expect((await explain(puzzling())).summary).toContain("LLM_MAX_RUN_TOKENS");
    expect(llm.requests).toHaveLength(0);
  });
});

it("where the rules are sure no model is asked", async () => {
  const { explain, llm, meter } = await open([{ say: "never" }]);
  const cause = await explain(
    sampleFailure({ evidence: { requests: [sampleRequest("POST /api/orders 500")] } }),
  );
  expect(cause.category).toBe("backend_error");
  expect(llm.requests).toHaveLength(0);
  expect(meter.use()).toBeNull();
});

it("the key of a request is the one that is sent, for that run alone, and its tokens are in the report", async () => {
  /** The button is gone by the time of the run, which alone sends trace ids. */
  const app = await startApp({
    "/": ({ headers }, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<h1>Shop</h1>${"traceparent" in headers ? "" : "<button>Frobnicate</button>"}`),
  });
  const llm = await startLlm(
    "anthropic",
    answer("test_defect", (request) => [[lineOf(request, "Frobnicate"), "Frobnicate"]]),
  );
  cleanups.push(app.close, llm.close);
  await using service = await startTestService();
  const saved = { ...llm.settings, LLM_API_KEY: "saved-key-that-is-refused", TRACE_INJECTION: "same_origin" };
  await service.send("PUT", "/settings", saved);
  const request = { app_url: app.url, kind: "text", text: 'Go to /\nClick "Frobnicate"', base_url: app.url };
  type Analysis = { run_id: string; cases: { root_cause: { category: string; summary: string } }[] };
  const keyed = await service.send<Analysis>("POST", "/analyze", {
    ...request,
    llm_key: llm.settings.LLM_API_KEY,
  });
  expect(keyed.body.cases[0]?.root_cause).toMatchObject({ category: "test_defect" });
  const run = await service.send<{ report: { model: unknown } }>("GET", `/runs/${keyed.body.run_id}`);
  expect(run.body.report.model).toMatchObject({ provider: "anthropic", calls: 1, input_tokens: 100 });
  expect(JSON.stringify(run.body)).not.toContain(llm.settings.LLM_API_KEY);
  const unkeyed = await service.send<Analysis>("POST", "/analyze", { ...request, llm_key: " " });
  expect(unkeyed.body.cases[0]?.root_cause.summary).toContain(
    "The model could not be asked: anthropic answered 401",
  );
  await service.send("PUT", "/settings", { LLM_PROVIDER: "off" });
  const unused = await service.send<{ run_id: string; warnings: string[] }>("POST", "/analyze", {
    ...request,
    llm_key: llm.settings.LLM_API_KEY,
  });
  const why =
    "llm_key is not used: models are switched off (LLM_PROVIDER is off); set LLM_PROVIDER to use one";
  expect(unused.body.warnings).toEqual([why]);
  const { body: said } = await service.send<{ events: unknown[] }>("GET", `/runs/${unused.body.run_id}`);
  expect(JSON.stringify(said.events).split(why)).toHaveLength(2);
});
