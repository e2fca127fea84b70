import type { Healed } from "#model/healing.ts";
import type { Step } from "#model/suite.ts";
import { describeTarget } from "#model/target.ts";
import type { Page, Session } from "#ports/browser.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import type { StepFailure, StepOutcome } from "#core/suite/outcome.ts";
import { sayFailure } from "#core/suite/say-failure.ts";
import { brief } from "#core/suite/scalars.ts";
import { putIn } from "#core/suite/values.ts";
import type { Lookup } from "#core/suite/values.ts";
import type { Meter } from "#core/llm/meter.ts";
import type { AttemptHealing } from "./healing.ts";
import type { Journal } from "./journal.ts";
import { narrowPage } from "./narrow.ts";
import type { Narrowing } from "./narrow.ts";
import { recallOf } from "./recall.ts";
import type { ActionMemory } from "./recall.ts";
import type { EndedStep, StepLog } from "./step-log.ts";
import { createThinking } from "./step-model.ts";
import type { StepThinking } from "./step-model.ts";

/** The step that ended an attempt. */
export type FailedStep = {
  failure: StepFailure;
  index: number;
  verb: string;
  text: string;
  startedAt: string;
  endedAt: string;
};

/** One thing to do as a step: `text` is its sentence. */
export type Deed = {
  verb: string;
  text: string;
  note: string;
  timeoutMs: number;
  narrowing: Narrowing;
  /** The step of the suite that it is; its lost targets may be healed. */
  step?: Step;
  /** What its guard has asked of the model. */
  thinking?: StepThinking;
  run(context: StepContext): Promise<StepOutcome>;
};

export type PerformerOptions = {
  session: Session;
  /** null: the log-in. */
  caseId: string | null;
  lookup: Lookup;
  capture(name: string, value: unknown): void;
  /** When the attempt must be over, in milliseconds since the epoch. */
  deadline: number;
  /** Null: lost targets stay lost. */
  healing: AttemptHealing | null;
  meter: Meter | undefined;
  memory: ActionMemory | undefined;
  journal: Journal;
  signal: AbortSignal;
  now(): Date;
};

type Performer = {
  /** Executes one deed as a step of its own and writes it down; null unless it failed. */
  perform(deed: Deed): Promise<FailedStep | null>;
  /** Ends early when the run is cancelled. */
  sleep(ms: number): Promise<void>;
  /** Milliseconds until the attempt must be over. */
  left(): number;
};

const cancelled: StepFailure = {
  ok: false,
  kind: "closed",
  verdict: "broken",
  message: "run cancelled",
};

const sleepUntil = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });

/** What carries out the deeds of one attempt, one after the other. */
export const createPerformer = (options: PerformerOptions & { log: StepLog }): Performer => {
  const { session, caseId, journal, log, signal, now } = options;
  const sleep = (ms: number): Promise<void> => sleepUntil(ms, signal);
  const left = (): number => options.deadline - now().getTime();
  const recall = recallOf(options.memory, caseId ?? "", (message) =>
    journal.log("warn", message, caseId ?? undefined),
  );

  /** The page with healing for steps of the suite; what it finds is told in the report and as events. */
  const pageFor = (deed: Deed, healed: Healed[]): Page => {
    const page = narrowPage(session.page, deed.narrowing);
    if (!deed.step || !options.healing) return page;
    return options.healing.pageOf(page, deed.step, {
      healed(found) {
        healed.push(found);
        const { from, to, element, score, used } = found;
        const said = `${describeTarget(from)} is not on the page; ${element} is like it (${score.toFixed(2)})`;
        journal.log("warn", said, caseId ?? undefined);
        if (!used) return;
        journal.event({
          kind: "action",
          case_id: caseId,
          step: log.nextIndex(),
          action: deed.verb,
          target: describeTarget(to),
          value: null,
          by: "healed",
          note: `in place of ${describeTarget(from)}`,
        });
      },
      not: (reason) => journal.log("info", `not healed: ${reason}`, caseId ?? undefined),
    });
  };

  const contextOf = (deed: Deed, healed: Healed[], thinking: StepThinking): StepContext => ({
    model: thinking.model,
    judged: thinking.judged,
    leftMs: left,
    page: pageFor(deed, healed),
    session,
    timeoutMs: Math.max(1, Math.min(deed.timeoutMs, left())),
    signal,
    sleep,
    capture: options.capture,
    put: (value) => putIn(value, options.lookup),
    recall: recall(deed.verb === "do" ? deed.step : undefined),
    announce: (target, value, as) =>
      journal.event({
        kind: "action",
        case_id: caseId,
        step: log.nextIndex(),
        action: as?.action ?? deed.verb,
        target: target === null ? null : describeTarget(target),
        value: value === null ? null : brief(value, 500),
        by: as?.by ?? "script",
        note: deed.note,
      }),
  });

  const attempt = async (deed: Deed, healed: Healed[], thinking: StepThinking): Promise<StepOutcome> => {
    if (signal.aborted) return cancelled;
    if (left() <= 0) {
      return { ok: false, kind: "timeout", verdict: "broken", message: "the case took longer than it may" };
    }
    try {
      const outcome = await deed.run(contextOf(deed, healed, thinking));
      if (!outcome.ok && signal.aborted) return cancelled;
      return !outcome.ok && outcome.kind === "closed"
        ? { ...outcome, kind: "crashed", message: "the browser was lost" }
        : outcome;
    } catch (error) {
      if (signal.aborted) return cancelled;
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, kind: "internal", verdict: "broken", message: `the runner failed: ${message}` };
    }
  };

  const perform = async (deed: Deed): Promise<FailedStep | null> => {
    journal.check();
    const { verb, text, note } = deed;
    const begun = now();
    const index = log.nextIndex();
    session.beginStep(index, caseId);
    const healed: Healed[] = [];
    const thinking = deed.thinking ?? createThinking(options.meter);
    const outcome = await attempt(deed, healed, thinking);
    const step: EndedStep = { verb, text, note, status: "passed", begun, healed, thinking };
    if (outcome.ok) {
      await log.end(step);
      return null;
    }
    const endedAt = now().toISOString();
    const failed: FailedStep = {
      failure: outcome,
      index,
      verb,
      text,
      startedAt: begun.toISOString(),
      endedAt,
    };
    await log.end(
      outcome.kind === "closed"
        ? { ...step, status: "skipped", error: outcome.message }
        : { ...step, status: outcome.verdict, error: sayFailure(outcome) },
    );
    return failed;
  };

  return { perform, sleep, left };
};
