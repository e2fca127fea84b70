import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createModel } from "#adapters/llm/create-model.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { defaultLimits, readLimits } from "#core/llm/limits.ts";
import { createMeter } from "#core/llm/meter.ts";
import type { StepModel } from "#core/llm/meter.ts";
import type { ModelRequest } from "#ports/model.ts";
import { startLlm } from "#test/support/llm-server.ts";
import type { LlmScript } from "#test/support/llm-server.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const open = async (script: LlmScript, settings: Record<string, string> = {}, name = "test-model") => {
  const server = await startLlm("openai", script, name);
  const outbound = createOutbound();
  cleanups.push(server.close, outbound.close);
  const waits: number[] = [];
  const meter = createMeter({
    access: createModel(server.settings, null, outbound),
    limits: readLimits(settings),
    prices: { "test-model": { input: 10, output: 100, cached: 1 } },
    mask: (text) => text.replaceAll("hunter2", "********"),
    sleep: async (ms) => void waits.push(ms),
  });
  const step = (): StepModel => {
    const { model } = meter.step();
    if (!model) throw new Error("no model");
    return model;
  };
  return { server, meter, step, waits };
};

const schema = z.object({ fine: z.boolean() });
const request: ModelRequest = {
  instructions: "Judge.",
  messages: [{ role: "user", text: "a page with hunter2 on it" }],
  maxOutputTokens: 1000,
  timeoutMs: 20_000,
};
const ask = (model: StepModel, more: Partial<ModelRequest> = {}) =>
  model.object({ ...request, ...more, schema });
const fine = { object: { fine: true }, usage: { input: 1000, output: 50, cached: 400 } };

describe("the account of a run", () => {
  it("adds up tokens and cost over steps", async () => {
    const { meter, step } = await open([fine]);
    expect(meter.use()).toBeNull();
    const first = step();
    await ask(first);
    await ask(step());
    expect(first.spent).toMatchObject({ calls: 1, inputTokens: 1000, outputTokens: 50, cachedTokens: 400 });
    expect(meter.use()).toEqual({
      provider: "openai",
      model: "test-model",
      calls: 2,
      input_tokens: 2000,
      output_tokens: 100,
      cached_tokens: 800,
      cost_usd: 0.0228,
    });
  });

  it("a model without a known price costs tokens only", async () => {
    const { meter, step } = await open([fine], { LLM_MAX_RUN_USD: "0" }, "unheard-of");
    expect(await ask(step())).toMatchObject({ ok: true });
    expect(meter.use()).toMatchObject({ input_tokens: 1000, cost_usd: null });
  });

  it("sends no secret", async () => {
    const { server, step } = await open([fine]);
    await ask(step());
    expect(server.received.join()).toContain("a page with ********");
    expect(server.received.join()).not.toContain("hunter2");
  });
});

describe("what is spent", () => {
  it.each([
    ["LLM_MAX_STEP_TOKENS", "1200"],
    ["LLM_MAX_RUN_TOKENS", "1200"],
    ["LLM_MAX_STEP_USD", "0.03"],
    ["LLM_MAX_RUN_USD", "0.03"],
  ])("%s ends the next call before it is made, and says so", async (name, limit) => {
    const { server, step } = await open([fine], { [name]: limit });
    const model = step();
    expect(await ask(model)).toMatchObject({ ok: true });
    const second = await ask(model);
    expect(second).toMatchObject({ ok: false, kind: "budget" });
    expect(second.ok ? "" : second.message).toContain(name);
    expect(server.requests).toHaveLength(1);
    // The limits of a step are its own.
    expect((await ask(step())).ok).toBe(name.includes("STEP"));
  });

  it("LLM_MAX_STEP_SECONDS ends the next call, too", async () => {
    const { server, step } = await open([fine], { LLM_MAX_STEP_SECONDS: "0" });
    const answer = await ask(step());
    expect(answer).toMatchObject({ ok: false, kind: "budget" });
    expect(answer.ok ? "" : answer.message).toContain("LLM_MAX_STEP_SECONDS");
    expect(server.requests).toHaveLength(0);
  });

  it("calls at one time may not cost more than is left for all of them", async () => {
    const dear = { object: { fine: true }, usage: { input: 100, output: 900, cached: 0 } };
    const { server, meter, step } = await open([dear, dear, dear], { LLM_MAX_RUN_USD: "0.15" });
    const answers = await Promise.all([ask(step()), ask(step()), ask(step())]);
    const allowed = server.requests.map(({ body }) => Number(body.max_output_tokens) * 0.0001);
    expect(allowed.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(0.15);
    expect(answers.filter(({ ok }) => !ok)).toMatchObject([{ kind: "budget" }]);
    expect(meter.use()?.calls).toBe(2);
  });

  it("an answer may be as long as what is left", async () => {
    const { server, step } = await open([fine], { LLM_MAX_STEP_TOKENS: "500" });
    await ask(step());
    expect(Number(server.requests[0]?.body.max_output_tokens)).toBeLessThan(500);
  });

  it("actions are counted", async () => {
    const { step } = await open([fine], { LLM_MAX_STEP_ACTIONS: "2", LLM_MAX_RUN_ACTIONS: "3" });
    const first = step();
    expect([first.action(), first.action()]).toEqual([null, null]);
    expect(first.action()).toMatchObject({ kind: "budget" });
    const second = step();
    expect(second.action()).toBeNull();
    expect(second.action()?.message).toContain("LLM_MAX_RUN_ACTIONS");
  });

  it("what was cut off is paid for by estimate", async () => {
    const { meter, step } = await open([{ silent: true }]);
    expect(await ask(step(), { timeoutMs: 200 })).toMatchObject({ ok: false, kind: "timeout" });
    expect(meter.use()?.input_tokens).toBeGreaterThan(5);
  });
});

describe("what may pass", () => {
  it("is tried again as late as the provider asks", async () => {
    const limited = { status: 429, headers: { "retry-after": "3" } };
    const { server, step, waits } = await open([limited, { status: 503 }, fine]);
    expect(await ask(step())).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(3);
    expect(waits).toEqual([3000, 2000]);
  });
  it("but not beyond the time", async () => {
    const { server, step, waits } = await open([{ status: 429, headers: { "retry-after": "3600" } }, fine]);
    const answer = await ask(step());
    expect(answer).toMatchObject({ ok: false, kind: "rate_limited" });
    expect(answer.ok ? "" : answer.message).toContain("3600 s");
    expect([server.requests.length, waits]).toEqual([1, []]);
  });
  it("and not for ever", async () => {
    const { server, step } = await open([{ status: 500 }]);
    expect(await ask(step())).toMatchObject({ ok: false, kind: "unavailable" });
    expect(server.requests).toHaveLength(4);
  });
  it("an unreadable answer is asked for once more", async () => {
    const { server, step } = await open([{ say: "well" }, fine]);
    expect(await ask(step())).toMatchObject({ ok: true });
    const other = await open([{ say: "well" }]);
    expect(await ask(other.step())).toMatchObject({ ok: false, kind: "malformed" });
    expect([server.requests.length, other.server.requests.length]).toEqual([2, 2]);
  });
  it.each([{ refuse: "no" }, { truncated: '{"fine"' }, { status: 401 }, { status: 400 }])(
    "%j is final",
    async (reply) => {
      const { server, step } = await open([reply]);
      expect((await ask(step())).ok).toBe(false);
      expect(server.requests.length).toBeLessThan(2);
    },
  );
});

it("limits that are unset are the safe ones", () => {
  expect(readLimits({})).toEqual(defaultLimits);
  expect(readLimits({ LLM_MAX_RUN_USD: "0.25" }).run).toEqual({ ...defaultLimits.run, usd: 0.25 });
});
