import { describe, expect, it } from "vitest";
import { type LogBackend, LogBackendError, type LogQuery } from "#ports/logs.ts";
import { textLike } from "#test/support/any.ts";
import { sampleConsole, sampleFailure, sampleRequest, sampleTime } from "#test/support/case-failure.ts";
import { createExplainer } from "./explain.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const otherId = "0af7651916cd43dd8448eb211c80319c";
const stack =
  "TypeError: Cannot read properties of undefined (reading 'price')\n    at priceOf (/srv/shop/orders.js:41:23)\n    at Layer.handle (/srv/shop/node_modules/express/lib/router/layer.js:95:5)";
const pinoError = JSON.stringify({
  level: 50,
  time: 1,
  trace_id: traceId,
  err: { type: "TypeError", message: "Cannot read properties of undefined (reading 'price')", stack },
  msg: "request failed",
});
const pinoInfo = JSON.stringify({
  level: 30,
  time: 1,
  trace_id: traceId,
  msg: "request completed",
  res: { statusCode: 500 },
});
const broken = (more: Parameters<typeof sampleRequest>[1] = {}) =>
  sampleFailure({
    evidence: { requests: [sampleRequest("POST /api/orders 500", { trace_id: traceId, ...more })] },
  });

/** A backend that gives the n-th list at the n-th question, and the last one from then on. */
const answering = (...answers: (string[] | Error)[]) => {
  const queries: LogQuery[] = [];
  const logs: LogBackend = {
    name: "test",
    find: async (query) => {
      const answer = answers[Math.min(queries.length, answers.length - 1)] ?? [];
      queries.push(query);
      if (answer instanceof Error) throw answer;
      return answer.map((text, index) => ({ at: sampleTime(3200 + index), text }));
    },
  };
  return { logs, queries };
};
const explainer = (logs: LogBackend | null) => {
  const waits: number[] = [];
  const clock = { now: () => new Date(sampleTime(9500)), sleep: async (ms: number) => void waits.push(ms) };
  return Object.assign(createExplainer({ logs, clock }), { waits });
};

describe("what the server's side comes to", () => {
  it("diagnosed: a line of the trace names the cause", async () => {
    const { logs, queries } = answering([pinoInfo, pinoError]);
    const cause = await explainer(logs)(broken());
    expect(cause).toMatchObject({
      category: "backend_exception",
      server_status: "diagnosed",
      trace_id: traceId,
      suspected_cause:
        "POST /api/orders answered 500: TypeError: Cannot read properties of undefined (reading 'price') in priceOf (orders.js:41)",
      evidence: [pinoInfo, pinoError, `POST /api/orders 500 trace=${traceId}`],
    });
    expect(cause.suggested_fix).toContain("priceOf at /srv/shop/orders.js:41");
    expect(queries).toHaveLength(1);
    expect(queries[0]?.traceIds).toEqual([traceId]);
    expect(queries[0]?.from.getTime()).toBeLessThanOrEqual(Date.parse(sampleTime(3100)) - 30_000);
    expect(queries[0]?.to.getTime()).toBeGreaterThanOrEqual(Date.parse(sampleTime(9000)) + 30_000);
  });
  it("diagnosed: lines that arrive late are waited for", async () => {
    const { logs, queries } = answering([], [pinoInfo], [pinoInfo, pinoError]);
    const explain = explainer(logs);
    await expect(explain(broken())).resolves.toMatchObject({ server_status: "diagnosed" });
    expect([queries.length, explain.waits]).toEqual([3, [1500, 1500]]);
  });
  it("the browser's note that something was not loaded is not the nearest trouble", async () => {
    const failure = (texts: string[]) =>
      sampleFailure({
        status: "broken",
        kind: "not_found",
        step: { verb: "fill", expect: null, text: 'fill "Id"' },
        evidence: { console: texts.map((text) => sampleConsole(text, { step: 4, at: sampleTime(4200) })) },
      });
    const note = "Failed to load resource: net::ERR_SOCKS_CONNECTION_FAILED";
    const said = await explainer(null)(failure([note, "Error: no item 7"]));
    expect(said).toMatchObject({ category: "unknown", suspected_cause: textLike(/no item 7/) });
    const silent = await explainer(null)(failure([note]));
    expect(silent).toMatchObject({ suspected_cause: "Unknown: the evidence shows no reason." });
  });
  it("diagnosis_failed: the backend could not be asked", async () => {
    const { logs } = answering(new LogBackendError("Loki answered 401: Unauthorized"));
    const cause = await explainer(logs)(broken({ body: stack }));
    expect(cause).toMatchObject({ category: "backend_exception", server_status: "diagnosis_failed" });
    expect(cause.summary).toContain("Loki answered 401: Unauthorized");
  });
  it("inferred_no_logs: the answer itself names the cause", async () => {
    const body = JSON.stringify({ error: { name: "TypeError", message: "no price", stack } });
    await expect(explainer(null)(broken({ body, trace_id: null }))).resolves.toMatchObject({
      category: "backend_exception",
      server_status: "inferred_no_logs",
      trace_id: null,
      confidence: 0.93,
    });
    await expect(
      explainer(answering([]).logs)(broken({ body: '{"error":"database is locked"}' })),
    ).resolves.toMatchObject({
      category: "backend_error",
      server_status: "inferred_no_logs",
    });
  });
  it("no_trace_id, then no_log_backend", async () => {
    const { logs, queries } = answering([pinoError]);
    await expect(explainer(logs)(broken({ trace_id: null }))).resolves.toMatchObject({
      category: "backend_error",
      server_status: "no_trace_id",
      trace_id: null,
    });
    expect(queries).toEqual([]);
    await expect(explainer(null)(broken({ trace_id: null }))).resolves.toMatchObject({
      server_status: "no_trace_id",
    });
    await expect(explainer(null)(broken())).resolves.toMatchObject({
      server_status: "no_log_backend",
      trace_id: traceId,
    });
  });
  it("no_logs_matched: none after several questions, or none that tells of a fault", async () => {
    const { logs, queries } = answering([]);
    await expect(explainer(logs)(broken())).resolves.toMatchObject({
      category: "backend_error",
      server_status: "no_logs_matched",
    });
    expect(queries).toHaveLength(3);
    const cause = await explainer(answering([pinoInfo, `ERROR POST /api/orders 500 12ms ${traceId}`]).logs)(
      broken(),
    );
    expect(cause).toMatchObject({
      category: "backend_error",
      server_status: "no_logs_matched",
      evidence: [
        pinoInfo,
        `ERROR POST /api/orders 500 12ms ${traceId}`,
        `POST /api/orders 500 trace=${traceId}`,
      ],
    });
  });
  it("null where the server plays no part", async () => {
    const { logs } = answering([]);
    await expect(explainer(logs)(sampleFailure({ observed: "Sorry" }))).resolves.toMatchObject({
      category: "wrong_result",
      server_status: null,
      trace_id: null,
      evidence: [],
    });
  });
});

describe("what is asked and what is told", () => {
  it("asks for the failed request first, and takes the fault of its own trace", async () => {
    const { logs, queries } = answering([
      `2026-03-01 10:00:03 ERROR [${otherId}] RangeError: another trouble`,
      `2026-03-01 10:00:03 ERROR [${traceId}] KeyError: no price`,
    ]);
    const cause = await explainer(logs)(
      sampleFailure({
        evidence: {
          requests: [
            sampleRequest("GET /api/prices 200", { trace_id: otherId }),
            sampleRequest("POST /api/orders 500", { trace_id: traceId }),
          ],
        },
      }),
    );
    expect(queries[0]?.traceIds).toEqual([traceId, otherId]);
    expect(cause.suspected_cause).toBe("POST /api/orders answered 500: KeyError: no price");
  });
  it("finds the exception that a server swallowed, asking only once", async () => {
    const failure = sampleFailure({
      evidence: { requests: [sampleRequest("POST /api/orders 200", { trace_id: traceId })] },
    });
    await expect(explainer(answering([pinoError]).logs)(failure)).resolves.toMatchObject({
      category: "backend_exception",
      server_status: "diagnosed",
      confidence: 0.8,
    });
    const { logs, queries } = answering([]);
    await expect(explainer(logs)(failure)).resolves.toMatchObject({
      category: "wrong_result",
      server_status: null,
    });
    expect(queries).toHaveLength(1);
  });
  it("takes a connection that broke off for the exception that the log tells of", async () => {
    const failure = broken({ status: null, failure: "net::ERR_EMPTY_RESPONSE" });
    await expect(explainer(answering([pinoError]).logs)(failure)).resolves.toMatchObject({
      category: "backend_exception",
    });
    await expect(explainer(answering([]).logs)(failure)).resolves.toMatchObject({ category: "environment" });
  });
  it("a 502 is the environment's only while the app has no line of its trace", async () => {
    await expect(explainer(answering([]).logs)(broken({ status: 502 }))).resolves.toMatchObject({
      category: "environment",
      server_status: "no_logs_matched",
    });
    await expect(explainer(answering([pinoInfo]).logs)(broken({ status: 502 }))).resolves.toMatchObject({
      category: "backend_error",
    });
  });
  it("names why somebody was refused", async () => {
    const warning = JSON.stringify({ level: "warn", traceId, message: "session expired for user 7" });
    await expect(explainer(answering([warning]).logs)(broken({ status: 401 }))).resolves.toMatchObject({
      category: "auth",
      server_status: "diagnosed",
      suspected_cause: expect.stringContaining("session expired for user 7") as unknown,
    });
  });
  it("puts a trace together that was stored line by line", async () => {
    const lines = [
      `ERROR [${traceId}] Exception on /api/orders`,
      "Traceback (most recent call last):",
      '  File "/app/orders.py", line 41, in price_of',
      "KeyError: 'MUG'",
    ];
    const cause = await explainer(answering(lines).logs)(broken());
    expect(cause.suspected_cause).toBe(
      "POST /api/orders answered 500: KeyError: 'MUG' in price_of (orders.py:41)",
    );
    expect(cause.evidence[0]).toBe(lines.map((line) => line.trim()).join(" ⏎ "));
  });
  it("bounds the evidence and keeps secrets out of it", async () => {
    const noise = Array.from(
      { length: 40 },
      (_, index) => `INFO ${traceId} row ${index} ${"x".repeat(3000)}`,
    );
    const leak = JSON.stringify({
      level: 50,
      traceId,
      err: { type: "DbError", message: "postgres://shop:hunter2@db/shop refused" },
      req: { headers: { authorization: "Bearer abcdefghij", cookie: "sid=1" } },
    });
    const { evidence, suspected_cause } = await explainer(answering([...noise, leak]).logs)(broken());
    expect(evidence.filter((line) => line.includes("row"))).toHaveLength(19);
    expect(Math.max(...evidence.map((line) => line.length))).toBeLessThanOrEqual(2000);
    expect(`${evidence.join()} ${suspected_cause}`).not.toMatch(/hunter2|abcdefghij|sid=1/);
  });
  it.each([
    ["one endless word", `ERROR ${traceId} ${"aB9_".repeat(60_000)}`],
    ["many words", `ERROR ${traceId} ${"server error ".repeat(20_000)}!`],
    ["hyphens", `ERROR ${traceId} ${"token-a-".repeat(30_000)}`],
    ["a broken trace", `ERROR ${traceId} TypeError: x\n    at ${"a(".repeat(50_000)}:1:1`],
  ])("reads %s without getting stuck", async (_name, line) => {
    const cause = await explainer(answering([line]).logs)(broken());
    expect(cause.evidence[0]?.length).toBeLessThanOrEqual(2000);
  });
  it("never rejects: a cancelled question is told", async () => {
    const { logs } = answering(new DOMException("This operation was aborted", "AbortError"));
    await expect(explainer(logs)(broken(), AbortSignal.abort())).resolves.toMatchObject({
      server_status: "diagnosis_failed",
    });
  });
});
