import type { Shot, StepReport } from "#model/report.ts";
import type { Healed } from "#model/healing.ts";
import type { Step } from "#model/suite.ts";
import { describeTarget } from "#model/target.ts";
import type { Page, Session, TracedStep } from "#ports/browser.ts";
import type { Pace, StepContext } from "#core/suite/define-step.ts";
import type { StepFailure, StepOutcome } from "#core/suite/outcome.ts";
import { brief } from "#core/suite/scalars.ts";
import { stepDefinitions } from "#core/suite/steps/index.ts";
import { putIn } from "#core/suite/values.ts";
import type { Lookup } from "#core/suite/values.ts";
import { bindStep, sayAsWritten } from "./bind-step.ts";
import { guardFails } from "./guard.ts";
import type { Meter } from "#core/llm/meter.ts";
import type { AttemptHealing } from "./healing.ts";
import type { Journal } from "./journal.ts";
import type { Mask } from "./mask.ts";
import { narrowPage } from "./narrow.ts";
import type { Narrowing } from "./narrow.ts";
import type { RunContext } from "./options.ts";
import { recallOf } from "./recall.ts";
import type { ActionMemory } from "./recall.ts";
import { createThinking } from "./step-model.ts";
import type { StepThinking } from "./step-model.ts";
import { createStepLog } from "./step-log.ts";
import type { EndedStep } from "./step-log.ts";
import { sayFailure } from "#core/suite/say-failure.ts";

/** The step that ended an attempt. */
export type FailedStep = {
  failure: StepFailure;
  index: number;
  verb: string;
  text: string;
  startedAt: string;
  endedAt: string;
};

type StepRunnerOptions = {
  session: Session;
  /** null: the log-in. */
  caseId: string | null;
  /** For the pictures; ends with a slash. */
  folder: string;
  firstIndex: number;
  blocks: Readonly<Record<string, Step[]>>;
  lookup: Lookup;
  capture(name: string, value: unknown): void;
  /** The case's own default for steps; null: the verbs'. */
  timeoutMs: number | null;
  /** When the attempt must be over, in milliseconds since the epoch. */
  deadline: number;
  /** Whether steps that succeed get a picture too. */
  everyStep: boolean;
  /** Null: lost targets stay lost. */
  healing: AttemptHealing | null;
  meter: Meter | undefined;
  memory: ActionMemory | undefined;
  journal: Journal;
  mask: Mask;
  signal: AbortSignal;
  now(): Date;
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

export type StepRunner = {
  readonly reports: StepReport[];
  readonly shots: Shot[];
  /** The steps that were begun, with their pictures, for a trace archive. */
  readonly traced: readonly TracedStep[];
  /** Index that the next step gets. */
  nextIndex(): number;
  /** Executes steps in order until one fails; the rest is then recorded as skipped. Null when none failed. */
  runSteps(steps: readonly Step[]): Promise<FailedStep | null>;
  /** Executes one deed as a step of its own. */
  perform(deed: Deed): Promise<FailedStep | null>;
};

const paceMs: Record<Pace, number> = { action: 10_000, navigation: 15_000, expect: 5000, wait: 30_000 };

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

const createStepRunner = (options: StepRunnerOptions): StepRunner => {
  const { session, caseId, journal, signal, now } = options;
  const log = createStepLog(options);
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

  const limitOf = (step: Step): number => {
    const pace = stepDefinitions.get(step.verb)?.pace ?? "action";
    if (step.options.timeoutMs !== undefined) return step.options.timeoutMs;
    if (options.timeoutMs === null) return paceMs[pace];
    return pace === "wait" ? Math.max(paceMs.wait, options.timeoutMs) : options.timeoutMs;
  };

  const runStep = async (step: Step, prefix: string): Promise<FailedStep | null> => {
    const prepared = bindStep(step, options.lookup);
    const note = step.options.note ?? "";
    if ("wrong" in prepared) {
      const run = async (): Promise<StepOutcome> => prepared.wrong;
      return perform({
        verb: step.verb,
        text: prefix + sayAsWritten(step),
        note,
        timeoutMs: 1,
        narrowing: {},
        run,
      });
    }
    const { bound, when, narrowing } = prepared;
    const text = prefix + prepared.text;
    const thinking = createThinking(options.meter);
    if (when !== undefined && !signal.aborted) {
      const begun = now();
      session.beginStep(log.nextIndex(), caseId);
      const { model, judged } = thinking;
      const context = { page: session.page, session, signal, sleep, model, judged, leftMs: left };
      const unmet = await guardFails(when, context, left());
      if (unmet && (unmet.kind === "not_held" || unmet.kind === "not_found")) {
        log.skip(text, `guard did not hold: ${unmet.expected ?? ""}`, begun, thinking);
        return null;
      }
      if (unmet) {
        const run = async (): Promise<StepOutcome> => ({ ...unmet, verdict: "broken" });
        return perform({ verb: step.verb, text, note, timeoutMs: 1, narrowing, run, thinking });
      }
    }
    if (bound.block !== null) {
      // A block has no line of its own, but what was judged before it is told.
      if (thinking.judgements.length > 0) {
        const run = async (): Promise<StepOutcome> => ({ ok: true });
        const failed = await perform({ verb: step.verb, text, note, timeoutMs: 1, narrowing, run, thinking });
        if (failed) return failed;
      }
      return runList(options.blocks[bound.block] ?? [], `${prefix}${bound.block} › `);
    }
    return perform({
      verb: step.verb,
      text,
      note,
      timeoutMs: limitOf(step),
      narrowing,
      step,
      thinking,
      run: bound.run,
    });
  };

  const runList = async (steps: readonly Step[], prefix: string): Promise<FailedStep | null> => {
    for (const [place, step] of steps.entries()) {
      const failed = await runStep(step, prefix);
      if (!failed) continue;
      for (const rest of steps.slice(place + 1)) log.skip(prefix + sayAsWritten(rest), "", now());
      return failed;
    }
    return null;
  };

  return {
    reports: log.reports,
    shots: log.shots,
    traced: log.traced,
    nextIndex: log.nextIndex,
    perform,
    runSteps: (steps) => runList(steps, ""),
  };
};

type Place = Pick<StepRunnerOptions, "caseId" | "folder" | "firstIndex" | "timeoutMs" | "capture"> & {
  /** How long all steps together may take. */
  boundMs: number;
  healing?: AttemptHealing;
};

/** A step runner for a session of a run. */
export const runnerFor = (
  context: RunContext,
  session: Session,
  { boundMs, healing, ...place }: Place,
): StepRunner =>
  createStepRunner({
    session,
    ...place,
    healing: healing ?? null,
    meter: context.meter,
    memory: context.memory,
    blocks: context.suite.blocks,
    lookup: context.values.lookup,
    deadline: context.now().getTime() + boundMs,
    everyStep: context.pictures !== "failure",
    journal: context.journal,
    mask: context.mask,
    signal: context.signal,
    now: context.now,
  });
