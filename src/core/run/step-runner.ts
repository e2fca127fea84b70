import type { Shot, StepReport } from "#model/report.ts";
import type { Step } from "#model/suite.ts";
import { describeTarget, targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import type { Page, Session } from "#ports/browser.ts";
import type { BoundStep, Pace, StepContext } from "#core/suite/define-step.ts";
import { bindExpects } from "#core/suite/expects/index.ts";
import { noValue } from "#core/suite/outcome.ts";
import type { StepFailure, StepOutcome } from "#core/suite/outcome.ts";
import { brief } from "#core/suite/scalars.ts";
import { stepDefinitions } from "#core/suite/steps/index.ts";
import { MissingValue, putIn } from "#core/suite/values.ts";
import type { Lookup } from "#core/suite/values.ts";
import type { Journal } from "./journal.ts";
import type { Mask } from "./mask.ts";
import { narrowPage } from "./narrow.ts";
import type { Narrowing } from "./narrow.ts";
import type { RunContext } from "./options.ts";
import { sayFailure } from "./why.ts";

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
  run(context: StepContext): Promise<StepOutcome>;
};

export type StepRunner = {
  readonly reports: StepReport[];
  readonly shots: Shot[];
  /** Index that the next step gets. */
  nextIndex(): number;
  /** Executes steps in order until one fails; the rest is then recorded as skipped. Null when none failed. */
  runSteps(steps: readonly Step[]): Promise<FailedStep | null>;
  /** Executes one deed as a step of its own. */
  perform(deed: Deed): Promise<FailedStep | null>;
};

const paceMs: Record<Pace, number> = { action: 10_000, navigation: 15_000, expect: 5000, wait: 30_000 };
/** How long a guard waits for the page to become quiet, and then for what it asks. */
const guardSettleMs = 2000;
const guardMs = 100;

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

const fileName = (index: number, verb: string): string => `${String(index + 1).padStart(2, "0")}-${verb}.jpg`;

type Prepared =
  | { bound: BoundStep; when: unknown; narrowing: Narrowing; text: string }
  | { wrong: StepFailure };

const createStepRunner = (options: StepRunnerOptions): StepRunner => {
  const { session, caseId, journal, mask, signal, now } = options;
  const reports: StepReport[] = [];
  const shots: Shot[] = [];
  let index = options.firstIndex;
  const sleep = (ms: number): Promise<void> => sleepUntil(ms, signal);
  const left = (): number => options.deadline - now().getTime();

  const takePicture = async (verb: string, text: string, note: string, failed: boolean): Promise<void> => {
    if (signal.aborted || (!failed && !options.everyStep)) return;
    const picture = await session.page.screenshot({ outline: true, fullScale: failed }).catch(() => null);
    if (!picture) return;
    const shot: Shot = mask.deep({ label: text, note, path: `${options.folder}${fileName(index, verb)}` });
    shots.push(shot);
    journal.file(shot.path, picture);
    journal.event({ kind: "shot", case_id: caseId, step: index, ...shot });
  };

  const record = (status: StepReport["status"], text: string, since: number, error?: string): void => {
    const duration_ms = Math.max(0, Math.round(now().getTime() - since));
    const report: StepReport = { index, text: mask.text(text), status, duration_ms };
    if (error !== undefined && error !== "") report.error = mask.text(error);
    reports.push(report);
    index += 1;
  };

  const contextOf = (deed: Deed): StepContext => ({
    page: narrowPage(session.page, deed.narrowing),
    session,
    timeoutMs: Math.max(1, Math.min(deed.timeoutMs, left())),
    signal,
    sleep,
    capture: options.capture,
    announce: (target: Target | null, value: string | null) =>
      journal.event({
        kind: "action",
        case_id: caseId,
        step: index,
        action: deed.verb,
        target: target === null ? null : describeTarget(target),
        value: value === null ? null : brief(value, 500),
        by: "script",
        note: deed.note,
      }),
  });

  const attempt = async (deed: Deed): Promise<StepOutcome> => {
    if (signal.aborted) return cancelled;
    if (left() <= 0) {
      return { ok: false, kind: "timeout", verdict: "broken", message: "the case took longer than it may" };
    }
    try {
      const outcome = await deed.run(contextOf(deed));
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
    const begun = now();
    session.beginStep(index);
    const outcome = await attempt(deed);
    const ended = now();
    if (outcome.ok) {
      await takePicture(deed.verb, deed.text, deed.note, false);
      record("passed", deed.text, begun.getTime());
      return null;
    }
    const failed: FailedStep = {
      failure: outcome,
      index,
      verb: deed.verb,
      text: deed.text,
      startedAt: begun.toISOString(),
      endedAt: ended.toISOString(),
    };
    if (outcome.kind === "closed") {
      record("skipped", deed.text, begun.getTime(), outcome.message);
      return failed;
    }
    const error = sayFailure(outcome);
    await takePicture(deed.verb, deed.text, error, true);
    record(outcome.verdict, deed.text, begun.getTime(), error);
    return failed;
  };

  const prepare = (step: Step): Prepared => {
    const definition = stepDefinitions.get(step.verb);
    if (!definition) return { wrong: noValue(`unknown verb '${step.verb}'`) };
    const { when, within, frame } = step.options;
    const asWritten = { args: step.args, when, within, frame };
    try {
      // A variable alone keeps its type; where the step needs a text, it becomes one.
      for (const keepTypes of [true, false]) {
        const put = (value: unknown): unknown =>
          value === undefined ? undefined : putIn(value, options.lookup, keepTypes);
        const bound = definition.bind(put(asWritten.args));
        const inside = targetSchema.optional().safeParse(put(within));
        const framed = targetSchema.optional().safeParse(put(frame));
        if (!bound || !inside.success || !framed.success) continue;
        const narrowing = { within: inside.data, frame: framed.data };
        const place = inside.data === undefined ? "" : ` in ${describeTarget(inside.data)}`;
        return { bound, narrowing, when: put(when), text: `${bound.text}${place}` };
      }
    } catch (error) {
      if (error instanceof MissingValue) return { wrong: noValue(error.message) };
      throw error;
    }
    return { wrong: noValue("a value that was put in does not fit this step") };
  };

  /** What of the guard does not hold, or null. */
  const guardFails = async (when: unknown, page: Page): Promise<StepFailure | null> => {
    const expects = bindExpects(when);
    if (!expects) return noValue("a value that was put in does not fit the guard");
    await page.settle({ timeoutMs: Math.min(guardSettleMs, Math.max(1, left())) });
    for (const expect of expects) {
      const outcome = await expect.check({ page, session, timeoutMs: guardMs, signal, sleep });
      if (!outcome.ok) return { ...outcome, expected: expect.text };
    }
    return null;
  };

  const limitOf = (step: Step): number => {
    const pace = stepDefinitions.get(step.verb)?.pace ?? "action";
    if (step.options.timeoutMs !== undefined) return step.options.timeoutMs;
    if (options.timeoutMs === null) return paceMs[pace];
    return pace === "wait" ? Math.max(paceMs.wait, options.timeoutMs) : options.timeoutMs;
  };

  const asWritten = (step: Step): string =>
    stepDefinitions.get(step.verb)?.bind(step.args)?.text ?? step.verb;

  const runStep = async (step: Step, prefix: string): Promise<FailedStep | null> => {
    const prepared = prepare(step);
    const note = step.options.note ?? "";
    if ("wrong" in prepared) {
      const run = async (): Promise<StepOutcome> => prepared.wrong;
      return perform({
        verb: step.verb,
        text: prefix + asWritten(step),
        note,
        timeoutMs: 1,
        narrowing: {},
        run,
      });
    }
    const { bound, when, narrowing } = prepared;
    const text = prefix + prepared.text;
    if (when !== undefined && !signal.aborted) {
      const begun = now().getTime();
      session.beginStep(index);
      const unmet = await guardFails(when, session.page);
      if (unmet && (unmet.kind === "not_held" || unmet.kind === "not_found")) {
        record("skipped", text, begun, `guard did not hold: ${unmet.expected ?? ""}`);
        return null;
      }
      if (unmet) {
        const run = async (): Promise<StepOutcome> => ({ ...unmet, verdict: "broken" });
        return perform({ verb: step.verb, text, note, timeoutMs: 1, narrowing, run });
      }
    }
    if (bound.block !== null) return runList(options.blocks[bound.block] ?? [], `${prefix}${bound.block} › `);
    return perform({ verb: step.verb, text, note, timeoutMs: limitOf(step), narrowing, run: bound.run });
  };

  const runList = async (steps: readonly Step[], prefix: string): Promise<FailedStep | null> => {
    for (const [place, step] of steps.entries()) {
      const failed = await runStep(step, prefix);
      if (!failed) continue;
      for (const rest of steps.slice(place + 1)) record("skipped", prefix + asWritten(rest), now().getTime());
      return failed;
    }
    return null;
  };

  return {
    reports,
    shots,
    nextIndex: () => index,
    perform,
    runSteps: (steps) => runList(steps, ""),
  };
};

type Place = Pick<StepRunnerOptions, "caseId" | "folder" | "firstIndex" | "timeoutMs" | "capture"> & {
  /** How long all steps together may take. */
  boundMs: number;
};

/** A step runner for a session of a run. */
export const runnerFor = (context: RunContext, session: Session, { boundMs, ...place }: Place): StepRunner =>
  createStepRunner({
    session,
    ...place,
    blocks: context.suite.blocks,
    lookup: context.values.lookup,
    deadline: context.now().getTime() + boundMs,
    everyStep: context.pictures !== "failure",
    journal: context.journal,
    mask: context.mask,
    signal: context.signal,
    now: context.now,
  });
