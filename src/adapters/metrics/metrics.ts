import type { Load } from "#ports/operations.ts";
import { createRegistry } from "./registry.ts";
import { readProcess } from "./process.ts";

export type Metrics = {
  /** `route` is the path's template, never the path itself. */
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  runTaken(run: { kind: string; waitedSeconds: number }): void;
  runLeft(run: { kind: string; seconds: number }): void;
  runEnded(outcome: string): void;
  caseEnded(verdict: string): void;
  logQuery(query: { backend: string; outcome: "ok" | "failed"; seconds: number }): void;
  modelCall(call: { provider: string; outcome: string; seconds: number }): void;
  tokens(provider: string, kind: "input" | "output", count: number): void;
  housekept(what: string, count: number): void;
  /** Everything in the text format of Prometheus. */
  render(): Promise<string>;
};

type Sources = {
  version: string;
  role: string;
  load(): Promise<Load>;
  /** Browsers that this process has open, and sessions in them. */
  browsers(): { browsers: number; sessions: number };
};

const quick = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const slow = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
/** One answer to several readers in a row is as good as several. */
const loadForMs = 1000;

/** What this process has done since it started, and what there is to do now. */
export const createMetrics = ({ version, role, load, browsers }: Sources): Metrics => {
  const registry = createRegistry();
  const requests = registry.histogram("tracewright_http_request_seconds", "Time to answer requests.", quick);
  const waited = registry.histogram(
    "tracewright_run_waiting_seconds",
    "Time from a run's creation to its start by this process.",
    slow,
  );
  const took = registry.histogram("tracewright_run_seconds", "Time that this process worked on a run.", slow);
  const runs = registry.counter("tracewright_runs_total", "Runs that this process has ended.");
  const cases = registry.counter("tracewright_cases_total", "Cases of runs that this process has ended.");
  const logs = registry.histogram(
    "tracewright_log_query_seconds",
    "Time of questions to log backends.",
    quick,
  );
  const models = registry.histogram(
    "tracewright_model_call_seconds",
    "Time of calls to language models.",
    slow,
  );
  const tokens = registry.counter(
    "tracewright_model_tokens_total",
    "Tokens that language models were paid for.",
  );
  const kept = registry.counter("tracewright_housekeeping_total", "What housekeeping has removed.");

  let asked: { at: number; answer: Promise<Load> } | null = null;
  const current = (): Promise<Load> => {
    if (!asked || performance.now() - asked.at > loadForMs) asked = { at: performance.now(), answer: load() };
    return asked.answer;
  };
  registry.read("tracewright_info", "Version and role of this process.", "gauge", () => [
    { labels: { version, role }, value: 1 },
  ]);
  registry.read(
    "tracewright_queue_runs",
    "Runs of the whole installation that have not ended.",
    "gauge",
    async () => {
      const { queued, running } = await current();
      return [
        { labels: { state: "queued" }, value: queued },
        { labels: { state: "running" }, value: running },
      ];
    },
  );
  registry.read(
    "tracewright_queue_oldest_seconds",
    "Age of the run that has waited longest.",
    "gauge",
    async () => [{ value: (await current()).oldestQueuedS }],
  );
  registry.read("tracewright_outbox_items", "Messages that are still to be sent.", "gauge", async () => {
    const { outbox, outboxDue } = await current();
    return [
      { labels: { state: "due" }, value: outboxDue },
      { labels: { state: "later" }, value: outbox - outboxDue },
    ];
  });
  registry.read("tracewright_browsers", "Browsers that this process has open.", "gauge", () => [
    { value: browsers().browsers },
  ]);
  registry.read("tracewright_browser_contexts", "Sessions in the browsers of this process.", "gauge", () => [
    { value: browsers().sessions },
  ]);
  readProcess(registry);

  return {
    request: ({ method, route, status, seconds }) =>
      requests.observe(seconds, { method, route, status: String(status) }),
    runTaken: ({ kind, waitedSeconds }) => waited.observe(Math.max(0, waitedSeconds), { kind }),
    runLeft: ({ kind, seconds }) => took.observe(seconds, { kind }),
    runEnded: (outcome) => runs.add({ outcome }),
    caseEnded: (verdict) => cases.add({ verdict }),
    logQuery: ({ seconds, ...labels }) => logs.observe(seconds, labels),
    modelCall: ({ seconds, ...labels }) => models.observe(seconds, labels),
    tokens: (provider, kind, count) => tokens.add({ provider, kind }, count),
    housekept: (what, count) => kept.add({ what }, count),
    render: registry.render,
  };
};
