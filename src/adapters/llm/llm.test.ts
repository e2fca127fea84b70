import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import type { Model, ModelRequest } from "#ports/model.ts";
import { llmKey, llmProviders, startLlm } from "#test/support/llm-server.ts";
import type { LlmProvider, LlmScript } from "#test/support/llm-server.ts";
import { createModel } from "./create-model.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const outbound = (rules = {}) => {
  const opened = createOutbound(rules);
  cleanups.push(opened.close);
  return opened;
};

const open = async (provider: LlmProvider, script: LlmScript, rules = {}) => {
  const server = await startLlm(provider, script);
  cleanups.push(server.close);
  const { model } = createModel(server.settings, null, outbound(rules));
  if (!model) throw new Error("no model");
  return { server, model };
};

const request: ModelRequest = {
  instructions: "You judge.",
  messages: [{ role: "user", text: "the page", cacheable: true }],
  maxOutputTokens: 500,
  timeoutMs: 10_000,
};
const schema = z.object({ verdict: z.enum(["yes", "no"]), reason: z.string().nullable() });
const ask = (model: Model, more: Partial<ModelRequest> = {}) => model.object({ ...request, ...more, schema });
const tools = [
  { name: "click", description: "Clicks", input: z.object({ ref: z.string() }) },
  { name: "fill", description: "Types", input: z.object({ ref: z.string(), value: z.string() }) },
];

describe("a server that takes no schema", () => {
  const refusing =
    (taken: string | undefined): LlmScript =>
    ({ body }) => {
      const { type } = (body.response_format ?? {}) as { type?: string };
      return type === taken
        ? { object: { verdict: "yes", reason: null } }
        : { status: 400, message: `This response_format type ${type} is unavailable now` };
    };
  const formsOf = (requests: readonly { body: Record<string, unknown> }[]) =>
    requests.map(({ body }) => (body.response_format as { type: string } | undefined)?.type ?? "text");

  it.each([
    ["json_object", ["json_schema", "json_object", "json_object"]],
    [undefined, ["json_schema", "json_object", "text", "text"]],
  ])("is asked in the next simpler form, and so from then on: %s", async (taken, forms) => {
    const { server, model } = await open("openai_compatible", refusing(taken));
    expect(await ask(model)).toMatchObject({ ok: true, value: { verdict: "yes" } });
    const { model: later } = createModel(server.settings, null, outbound());
    if (!later) throw new Error("no model");
    expect(await ask(later)).toMatchObject({ ok: true, value: { verdict: "yes" } });
    expect(formsOf(server.requests)).toEqual(forms);
    for (const { instructions } of server.requests) expect(instructions).toContain('"verdict"');
  });

  it("is not asked again for another fault of the request", async () => {
    const { server, model } = await open("openai_compatible", [{ status: 400, message: "too long" }]);
    expect(await ask(model)).toMatchObject({ ok: false, kind: "rejected" });
    expect(server.requests).toHaveLength(1);
  });

  it("that takes no form at all is told so", async () => {
    const { server, model } = await open("openai_compatible", [
      { status: 400, message: "response_format: no" },
    ]);
    expect(await ask(model)).toMatchObject({ ok: false, kind: "rejected" });
    expect(formsOf(server.requests)).toEqual(["json_schema", "json_object", "text"]);
  });
});

describe.each(llmProviders)("%s", (provider) => {
  it("gives an object of the asked shape, with what was used", async () => {
    const usage = { input: 1200, output: 30, cached: 1000 };
    const { server, model } = await open(provider, [{ object: { verdict: "yes", reason: "ünï" }, usage }]);
    expect(await ask(model)).toMatchObject({
      ok: true,
      value: { verdict: "yes", reason: "ünï" },
      usage: { inputTokens: 1200, outputTokens: 30, cachedInputTokens: 1000 },
      finish: "stop",
    });
    const [seen] = server.requests;
    expect(seen?.instructions).toContain("You judge.");
    expect(seen?.messages).toEqual([{ role: "user", text: "the page" }]);
    expect(JSON.stringify(seen?.schema)).toContain("verdict");
  });

  it("asks for tools, takes their results, and says the model's own words again", async () => {
    const { server, model } = await open(provider, [
      {
        say: "I click.",
        calls: [
          { name: "click", input: { ref: "e1" } },
          { name: "fill", input: { ref: "e2", value: "x" } },
        ],
      },
      { say: "Done." },
    ]);
    const first = await model.turn({ ...request, tools });
    if (!first.ok) throw new Error(first.message);
    expect(first.finish).toBe("tool_calls");
    expect(first.value.calls).toMatchObject([
      { name: "click", input: { ref: "e1" }, problem: null },
      { name: "fill", input: { ref: "e2", value: "x" }, problem: null },
    ]);
    const results = first.value.calls.map(({ id, name }) => ({
      id,
      name,
      text: `${name} was done`,
      error: name === "fill",
    }));
    const second = await model.turn({
      ...request,
      tools,
      messages: [...request.messages, first.value.message, { role: "tool", results }],
    });
    expect(second).toMatchObject({ ok: true, value: { text: "Done.", calls: [] }, finish: "stop" });
    const said = JSON.stringify(server.requests[1]?.body);
    for (const part of ["I click.", "click was done", "fill was done", "e1"]) expect(said).toContain(part);
    expect(server.requests[1]?.tools).toEqual(["click", "fill"]);
  });

  it("says of each call what is wrong with it", async () => {
    const { model } = await open(provider, [
      {
        calls: [
          { name: "click", input: { reference: 7 } },
          { name: "launch", input: {} },
        ],
      },
    ]);
    const turn = await model.turn({ ...request, tools });
    expect(turn).toMatchObject({ ok: true, value: { calls: [{ name: "click" }, { name: "launch" }] } });
    for (const { problem } of turn.ok ? turn.value.calls : []) expect(problem).not.toBeNull();
  });

  it("arguments that are no JSON are a problem of the call, or of the answer where the provider keeps them back", async () => {
    const { model } = await open(provider, [
      { calls: [{ name: "click", input: '{"ref": "e1' }] },
      { say: "again" },
    ]);
    const turn = await model.turn({ ...request, tools });
    expect(turn).toMatchObject(provider === "google" ? { ok: false, kind: "malformed" } : { ok: true });
    if (!turn.ok) return;
    expect(turn.value.calls).not.toMatchObject([{ problem: null }]);
    const results = turn.value.calls.map(({ id, name }) => ({ id, name, text: "not readable", error: true }));
    const messages = [...request.messages, turn.value.message, { role: "tool" as const, results }];
    expect(await model.turn({ ...request, tools, messages })).toMatchObject({ ok: true });
  });

  it.each([
    ["refused", { refuse: "I will not." }],
    ["truncated", { truncated: '{"verdict": "ye' }],
    ["malformed", { say: "I think it is fine." }],
    ["malformed", { object: { verdict: "perhaps", reason: null } }],
    ["bad_key", { status: 401, message: "invalid" }],
    ["rejected", { status: 400, message: "prompt is too long" }],
    ["rejected", { status: 404, message: "no such model" }],
    ["unavailable", { status: 500 }],
    ["unavailable", { status: 503 }],
    ["unavailable", { half: "half an answer ".repeat(4), after: "drop" as const }],
  ])("%s: %j", async (kind, reply) => {
    const { model } = await open(provider, [reply]);
    const answer = await ask(model);
    expect(answer).toMatchObject({ ok: false, kind });
    expect(JSON.stringify(answer)).not.toContain(llmKey);
  });

  it("tells a rate limit and how long to wait", async () => {
    const { model, server } = await open(provider, [{ status: 429, headers: { "retry-after": "7" } }]);
    expect(await ask(model)).toMatchObject({ ok: false, kind: "rate_limited", retryAfterMs: 7000 });
    expect(server.requests).toHaveLength(1);
  });

  it("an error in the middle of an answer is no answer", async () => {
    const { model } = await open(provider, [{ half: "x".repeat(500), after: "error" }]);
    const answer = await ask(model);
    expect(answer).toMatchObject({ ok: false });
    expect(["rate_limited", "unavailable"]).toContain(answer.ok ? "" : answer.kind);
  });

  it("ends an answer that has no end, one that stands still, and one that never comes", async () => {
    const { model } = await open(provider, [
      { endless: "and so on ".repeat(50) },
      { half: "x".repeat(500), after: "silence" },
      { silent: true },
    ]);
    expect(await ask(model)).toMatchObject({ ok: false, kind: "truncated" });
    expect(await ask(model, { timeoutMs: 300 })).toMatchObject({ ok: false, kind: "timeout" });
    expect(await ask(model, { timeoutMs: 300 })).toMatchObject({ ok: false, kind: "timeout" });
  });

  it("is given up when told to", async () => {
    const { model } = await open(provider, [{ silent: true }]);
    expect(await ask(model, { signal: AbortSignal.timeout(100) })).toMatchObject({
      ok: false,
      kind: "aborted",
    });
    expect(await ask(model, { signal: AbortSignal.abort() })).toMatchObject({ ok: false, kind: "aborted" });
  });

  it("obeys the operator's outbound rules", async () => {
    const { model, server } = await open(provider, [{ say: "hello" }], { blockedHosts: ["127.0.0.0/8"] });
    expect(await ask(model)).toMatchObject({ ok: false, kind: "forbidden" });
    expect(server.received).toEqual([]);
  });
});

describe("what is asked of the provider", () => {
  it("Anthropic keeps instructions and what will stay", async () => {
    const { server, model } = await open("anthropic", [{ object: { verdict: "no", reason: null } }]);
    await ask(model);
    expect(server.requests[0]?.raw.match(/"cache_control"/g)).toHaveLength(2);
  });
  it("OpenAI keeps nothing of the answer", async () => {
    const { server, model } = await open("openai", [{ object: { verdict: "no", reason: null } }]);
    await ask(model);
    expect(server.requests[0]?.body).toMatchObject({ store: false, stream: true });
  });
  it("an OpenAI-compatible server is told the shape in words too, and may need no key", async () => {
    const { server, model } = await open("openai_compatible", [
      { say: '```json\n{"verdict": "no", "reason": null}\n```' },
    ]);
    expect(await ask(model)).toMatchObject({ ok: true, value: { verdict: "no" } });
    expect(server.requests[0]?.instructions).toContain('"verdict"');
    expect(server.requests[0]?.body).toMatchObject({ response_format: { type: "json_schema" } });
  });
  it("a port where nobody listens is unavailable", async () => {
    const outbound = createOutbound();
    cleanups.push(outbound.close);
    const settings = {
      LLM_PROVIDER: "openai_compatible",
      LLM_MODEL: "m",
      LLM_BASE_URL: "http://127.0.0.1:9/v1",
    };
    const { model } = createModel(settings, null, outbound);
    expect(model && (await ask(model))).toMatchObject({ ok: false, kind: "unavailable" });
  });
});
