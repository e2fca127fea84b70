import { executeSuite } from "#core/run/execute.ts";
import type { ExecuteOptions } from "#core/run/options.ts";
import type { Mask } from "#core/run/mask.ts";
import type { NewRunEvent } from "#model/event.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { CaseReport } from "#model/report.ts";
import { causeNotAsked } from "#model/root-cause.ts";
import type { Case, Step, Suite } from "#model/suite.ts";
import { watched } from "./watch.ts";
import type { Watcher } from "./watch.ts";

export type RepetitionOptions = Pick<
  ExecuteOptions,
  "suite" | "baseUrl" | "browser" | "values" | "signal" | "injectTraceparent" | "meter" | "memory" | "now"
> & {
  emit(event: NewRunEvent): Promise<void>;
  /** A case of the suite that puts the app back into the state in which every repetition is to find it. */
  reset: string | null;
  /** Covers every secret in texts of pages, before any of them is cut. */
  mask: Mask;
};

export type Repetition = {
  cases: CaseReport[];
  baseUrl: string;
  /** Why the app could not be put back before, in which case nothing was carried out. */
  notReset: string | null;
};

type Asked = {
  only: readonly string[] | null;
  seed: number;
  watcher: Watcher;
  /** Cases in the order to be tried in; those of the suite when absent. */
  order?: readonly string[];
  /** Longest that a step of the case took in the control, by case; steps then wait less long in vain. */
  paces?: ReadonlyMap<string, number>;
  /** Whether the beginning and end of cases are told. */
  tells?: boolean;
  /** Called for a case that did not pass; true: the repetition has shown what it was for. */
  onFailure?(failure: CaseFailure): boolean;
};

const quiet: Watcher = {
  edge: () => ({ request: () => null, answer: () => null, shown: null, onShown: () => undefined }),
  waitsAtEnd: () => false,
};

/** So much longer than in the control a step may take before it is in vain. */
const patience = 8;
const leastMs = 2000;
const leastWaitMs = 5000;
const defaultMs = 5000;

const impatient = (item: Case, longestMs: number): Case => {
  const waitMs = Math.max(leastWaitMs, patience * longestMs);
  const bounded = (step: Step): Step =>
    step.verb === "wait_for" && step.options.timeoutMs === undefined
      ? { ...step, options: { ...step.options, timeoutMs: waitMs } }
      : step;
  const timeoutMs = Math.min(item.timeoutMs ?? defaultMs, Math.max(leastMs, patience * longestMs));
  return { ...item, timeoutMs, steps: item.steps.map(bounded) };
};

const prepared = ({ cases, ...suite }: Suite, { order, paces }: Asked): Suite => {
  const place = new Map(order?.map((id, index) => [id, index]));
  return {
    ...suite,
    cases: cases
      .map((item) => {
        const pace = paces?.get(item.id);
        return { ...(pace === undefined ? item : impatient(item, pace)), retries: 0 };
      })
      .toSorted((a, b) => (place.get(a.id) ?? place.size) - (place.get(b.id) ?? place.size)),
  };
};

/** Carries the suite, or a part of it, out again and again: no retries, no healing, no pictures, no files, no causes. */
export const createRepetitions = (options: RepetitionOptions) => {
  const { suite, signal, meter } = options;
  let repetitions = 0;
  let caseRuns = 0;

  const execute = (asked: Asked): ReturnType<typeof executeSuite> => {
    const enough = new AbortController();
    return executeSuite({
      suite: prepared(suite, asked),
      only: asked.only,
      ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
      browser: watched(options.browser, asked.watcher, { mask: options.mask, signal }),
      values: options.values,
      seed: asked.seed,
      emit: async (event) => {
        const isOfCase = event.kind === "case_started" || event.kind === "case_finished";
        if (event.kind === "case_started" && event.case_id !== options.reset) caseRuns += 1;
        if (asked.tells && isOfCase) await options.emit(event);
      },
      saveFile: async () => undefined,
      explain: async (failure) => {
        if (asked.onFailure?.(failure)) enough.abort("cancelled");
        return causeNotAsked;
      },
      signal: AbortSignal.any([signal, enough.signal]),
      injectTraceparent: options.injectTraceparent,
      ...(meter ? { meter } : {}),
      ...(options.memory ? { memory: readOnly(options.memory) } : {}),
      pictures: "failure",
      trace: "off",
      now: options.now,
    });
  };

  /** Why the app could not be put back; null when it was, or when nobody said how. */
  const putBack = async (seed: number): Promise<string | null> => {
    const { reset } = options;
    if (reset === null || signal.aborted) return null;
    const { cases } = await execute({ only: [reset], seed, watcher: quiet });
    const failed = cases.find(({ status }) => status !== "passed");
    return failed ? `${reset}, which puts the app back, did not pass: ${failed.why}` : null;
  };

  const run = async (asked: Asked): Promise<Repetition> => {
    repetitions += 1;
    const notReset = await putBack(asked.seed);
    if (notReset !== null) return { cases: [], baseUrl: "", notReset };
    const report = await execute(asked);
    return { cases: report.cases, baseUrl: report.base_url, notReset };
  };

  return {
    run,
    /** The cases without any fault; none asked for, none carried out. */
    clean: (only: readonly string[], seed: number): Promise<Repetition> =>
      only.length === 0
        ? Promise.resolve({ cases: [], baseUrl: "", notReset: null })
        : run({ only, seed, watcher: quiet }),
    count: () => ({ repetitions, caseRuns }),
  };
};

export type Repetitions = ReturnType<typeof createRepetitions>;

/** What steps find while there is a fault is not kept. */
const readOnly = (memory: NonNullable<ExecuteOptions["memory"]>): NonNullable<ExecuteOptions["memory"]> => ({
  ...memory,
  save: async () => undefined,
  drop: async () => undefined,
});
