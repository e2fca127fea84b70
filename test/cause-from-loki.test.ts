import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLogBackend } from "#adapters/logs/create-log-backend.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { createExplainer } from "#core/cause/explain.ts";
import { sampleFailure, sampleRequest } from "#test/support/case-failure.ts";
import { startLoki } from "#test/support/loki.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

it("leads from a failed request to the line of the backend's log, though Loki takes it in late", async () => {
  const loki = await startLoki({ ingestionDelayMs: 150 });
  const outbound = createOutbound();
  try {
    const now = new Date();
    const line = JSON.stringify({
      level: 50,
      trace_id: traceId,
      err: {
        type: "TypeError",
        message: "no price",
        stack: "TypeError: no price\n    at priceOf (/srv/orders.js:41:7)",
      },
      msg: "request failed",
    });
    await fetch(`${loki.url}/loki/api/v1/push`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        streams: [{ stream: { job: "shop" }, values: [[`${now.getTime()}000000`, line]] }],
      }),
    });
    const logs = createLogBackend(
      { LOG_BACKEND: "loki", LOKI_URL: loki.url },
      { fetch: outbound.fetch, logDirs: [] },
    );
    const explain = createExplainer({
      logs,
      clock: { now: () => new Date(), sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
      asks: { attempts: 200, waitMs: 50 },
    });
    const at = now.toISOString();
    const request = sampleRequest("POST /api/orders 500", { trace_id: traceId, started_at: at });
    const cause = await explain(
      sampleFailure({ step: { startedAt: at, endedAt: at }, evidence: { requests: [request] } }),
    );
    expect(cause).toMatchObject({
      category: "backend_exception",
      server_status: "diagnosed",
      trace_id: traceId,
      suspected_cause: "POST /api/orders answered 500: TypeError: no price in priceOf (orders.js:41)",
      evidence: [line, `POST /api/orders 500 trace=${traceId}`],
    });
  } finally {
    await outbound.close();
    await loki.close();
  }
});
