import type { LogBackend } from "#ports/logs.ts";
import type { ModelAccess, ModelAnswer } from "#ports/model.ts";
import type { RunOutcome, Store } from "#ports/store.ts";
import type { Metrics } from "./metrics.ts";

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** The log backend, its answers counted. */
export const watchLogs = (backend: LogBackend | null, metrics: Metrics): LogBackend | null =>
  backend && {
    name: backend.name,
    find: async (query) => {
      const start = performance.now();
      let outcome: "ok" | "failed" = "failed";
      try {
        const lines = await backend.find(query);
        outcome = "ok";
        return lines;
      } finally {
        metrics.logQuery({ backend: backend.name, outcome, seconds: secondsSince(start) });
      }
    },
  };

/** The model, its answers counted; a failure by its kind. */
export const watchModel = (access: ModelAccess, metrics: Metrics): ModelAccess => {
  const { model } = access;
  if (!model) return access;
  const { provider } = model;
  const counted = <T>(answer: ModelAnswer<T>): ModelAnswer<T> => {
    const outcome = answer.ok ? "ok" : answer.kind;
    metrics.modelCall({ provider, outcome, seconds: answer.latencyMs / 1000 });
    if (answer.usage) {
      metrics.tokens(provider, "input", answer.usage.inputTokens);
      metrics.tokens(provider, "output", answer.usage.outputTokens);
    }
    return answer;
  };
  return {
    model: {
      ...model,
      object: async (request) => counted(await model.object(request)),
      turn: async (request) => counted(await model.turn(request)),
    },
  };
};

/** The store, the ends of runs counted that it was told of. */
export const watchRuns = (store: Store, metrics: Metrics): Store => ({
  ...store,
  runs: {
    ...store.runs,
    finish: async (fence, outcome, tx) => {
      const isEnded = await store.runs.finish(fence, outcome, tx);
      if (isEnded) {
        metrics.runEnded(outcomeOf(outcome));
        for (const { status } of outcome.report?.cases ?? []) metrics.caseEnded(status);
      }
      return isEnded;
    },
  },
});

/** What became of a run in one word: its status, or the verdict of a run that is done. */
const outcomeOf = ({ status, summary }: Pick<RunOutcome, "status" | "summary">): string => {
  if (status !== "done") return status;
  if (!summary) return "done";
  return summary.failed > 0 ? "failed" : summary.broken > 0 ? "broken" : "passed";
};
