import type { Shot, StepReport } from "#model/report.ts";
import type { Step } from "#model/suite.ts";
import type { Session, TracedStep } from "#ports/browser.ts";
import type { Pace } from "#core/suite/define-step.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { brief } from "#core/suite/scalars.ts";
import { stepDefinitions } from "#core/suite/steps/index.ts";
import { bindStep, sayAsWritten } from "./bind-step.ts";
import { guardFails } from "./guard.ts";
import type { AttemptHealing } from "./healing.ts";
import type { Mask } from "./mask.ts";
import type { RunContext } from "./options.ts";
import { createPerformer } from "./perform.ts";
import type { Deed, FailedStep, PerformerOptions } from "./perform.ts";
import { createStepLog } from "./step-log.ts";
import { createThinking } from "./step-model.ts";

type StepRunnerOptions = PerformerOptions & {
  /** For the pictures; ends with a slash. */
  folder: string;
  firstIndex: number;
  blocks: Readonly<Record<string, Step[]>>;
  /** The case's own default for steps; null: the verbs'. */
  timeoutMs: number | null;
  /** Whether steps that succeed get a picture too. */
  everyStep: boolean;
  mask: Mask;
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

const longestSentence = 400;

const createStepRunner = (options: StepRunnerOptions): StepRunner => {
  const { session, caseId, signal, now } = options;
  const log = createStepLog(options);
  const { perform, sleep, left } = createPerformer({ ...options, log });

  const limitOf = (step: Step): number => {
    const pace = stepDefinitions.get(step.verb)?.pace ?? "action";
    if (step.options.timeoutMs !== undefined) return step.options.timeoutMs;
    if (options.timeoutMs === null) return paceMs[pace];
    return pace === "wait" ? Math.max(paceMs.wait, options.timeoutMs) : options.timeoutMs;
  };

  /** Masked before it is cut: half a secret is one that no mask knows. */
  const sentenceOf = (text: string): string =>
    text.length <= longestSentence ? text : brief(options.mask.text(text), longestSentence);

  const runStep = async (step: Step, prefix: string, before: string | null): Promise<FailedStep | null> => {
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
    const text = sentenceOf(prefix + prepared.text);
    const thinking = createThinking(options.meter);
    if (when !== undefined && !signal.aborted) {
      const begun = now();
      session.beginStep(log.nextIndex(), caseId);
      const { model, judged } = thinking;
      const context = { page: session.page, session, signal, sleep, model, judged, leftMs: left };
      const unmet = await guardFails(when, context, { leftMs: left(), before });
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
      const failed = await runStep(step, prefix, steps[place - 1]?.verb ?? null);
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
