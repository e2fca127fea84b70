import type { Logger } from "pino";
import { createMetrics } from "#adapters/metrics/metrics.ts";
import { metricsType } from "#adapters/metrics/registry.ts";
import { watchRuns } from "#adapters/metrics/watch.ts";
import { noTracer } from "#adapters/telemetry/no-tracer.ts";
import type { Journal } from "#features/runs/journal.ts";
import { logAs } from "#http/logger.ts";
import type { MetricsConfig } from "#http/metrics.ts";
import type { RequestObserver } from "#http/observe.ts";
import type { Operations } from "#ports/operations.ts";
import type { Lease, Queue } from "#ports/queue.ts";
import type { Store } from "#ports/store.ts";
import type { Span, Tracer } from "#ports/tracer.ts";
import type { Config } from "./config.ts";
import { version } from "./version.ts";

type Sources = {
  log: Logger;
  operations(): Operations;
  browsers(): { browsers: number; sessions: number };
};

/** Asked so often, and by nobody but machines, that their spans would hide the others. */
const untraced = /\/(metrics|health|health\/ready)$/;

/** What this process tells about its work: metrics, log lines that name what they belong to, and spans where they are wanted. */
export const observeService = async (config: Config, { log, operations, browsers }: Sources) => {
  const metrics = createMetrics({ version, role: config.role, load: () => operations().load(), browsers });
  const tracer = await openTracer(config);
  const isTraced = tracer !== noTracer;

  const request: RequestObserver = ({ id, method, route, traceparent }) => {
    const span = untraced.test(route)
      ? noTracer.start(route)
      : tracer.start(`${method} ${route}`, {
          kind: "server",
          parent: traceparent,
          values: { "http.request.method": method, "http.route": route, "tracewright.request.id": id },
        });
    return {
      within: (work) => logAs({ request_id: id }, () => span.within(work)),
      end: ({ status, seconds, ...answer }) => {
        metrics.request({ method, status, seconds, ...answer });
        span.set({ "http.response.status_code": status });
        span.end(status >= 500 ? `status ${status}` : undefined);
      },
    };
  };

  const work = async ({ run, attempt, signal }: Lease, carryOut: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    const { kind } = run;
    metrics.runTaken({ kind, waitedSeconds: (Date.now() - Date.parse(run.created_at)) / 1000 });
    const parent = isTraced ? await operations().traceOf(run.id) : null;
    const values = {
      "tracewright.run.id": run.id,
      "tracewright.run.kind": kind,
      "tracewright.run.attempt": attempt,
    };
    const job = tracer.start("job", { kind: "consumer", parent, values });
    const span = job.within(() => tracer.start("run", { values }));
    log.info({ kind, attempt }, "run started");
    let failure: string | undefined = "error";
    try {
      await span.within(carryOut);
      failure = signal.aborted ? String(signal.reason) : undefined;
    } finally {
      const seconds = (performance.now() - start) / 1000;
      metrics.runLeft({ kind, seconds });
      log.info({ kind, attempt, ms: Math.round(seconds * 1000), ...(failure && { failure }) }, "run left");
      span.end(failure);
      job.end(failure);
    }
  };

  return {
    metrics,
    tracer,
    request,
    watchStore: (store: Store): Store => watchRuns(store, metrics),
    /** What happens around each run of a worker. */
    aroundRun: (lease: Lease, carryOut: () => Promise<void>): Promise<void> =>
      logAs({ run_id: lease.run.id }, () => work(lease, carryOut)),
    /** The journal of a run, its cases as spans. */
    watchJournal: (journal: Journal): Journal => (isTraced ? withCaseSpans(journal, tracer) : journal),
    /** The queue; runs remember the traced request that they were asked for in. */
    watchQueue: (queue: Queue, store: Store): Queue =>
      isTraced ? rememberTraces(queue, { store, tracer, operations }) : queue,
    /** What readers of the metrics get, and who may read. */
    metricsPage: {
      token: config.metricsToken,
      render: metrics.render,
      type: metricsType,
    } satisfies MetricsConfig,
  };
};

/** OpenTelemetry is loaded only where it is wanted. */
const openTracer = async ({ tracing, role }: Config): Promise<Tracer> => {
  if (!tracing) return noTracer;
  const { createOtlpTracer } = await import("#adapters/telemetry/otlp-tracer.ts");
  return createOtlpTracer({ ...tracing, version, role });
};

const withCaseSpans = (journal: Journal, tracer: Tracer): Journal => {
  const open = new Map<string, Span>();
  return {
    ...journal,
    emit: async (event) => {
      const id = event.case_id;
      if (id !== null && event.kind === "case_started") {
        open.get(id)?.end("retried");
        const values = { "tracewright.case.id": id, "tracewright.case.attempt": event.attempt };
        open.set(id, tracer.start("case", { values }));
      }
      if (id !== null && event.kind === "case_finished") {
        const span = open.get(id);
        span?.set({ "tracewright.case.status": event.status });
        span?.end(event.status === "passed" || event.status === "skipped" ? undefined : event.status);
        open.delete(id);
      }
      await journal.emit(event);
    },
    finish: async (outcome) => {
      for (const span of open.values()) span.end("not finished");
      open.clear();
      await journal.finish(outcome);
    },
  };
};

const rememberTraces = (
  queue: Queue,
  { store, tracer, operations }: { store: Store; tracer: Tracer; operations(): Operations },
): Queue => ({
  ...queue,
  enqueue: (runs, tx) => {
    const traceparent = tracer.current();
    if (traceparent === null || runs.length === 0) return queue.enqueue(runs, tx);
    const ids = runs.map(({ id }) => id);
    const both = async (within: NonNullable<typeof tx>): Promise<void> => {
      await queue.enqueue(runs, within);
      await operations().noteTrace(ids, traceparent, within);
    };
    return tx ? both(tx) : store.transaction(both);
  },
});
