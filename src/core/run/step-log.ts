import type { Healed } from "#model/healing.ts";
import type { StepThinking } from "./step-model.ts";
import type { Shot, StepReport } from "#model/report.ts";
import type { Session, TracedStep } from "#ports/browser.ts";
import type { Journal } from "./journal.ts";
import type { Mask } from "./mask.ts";

/** A step that has ended. */
export type EndedStep = {
  verb: string;
  text: string;
  note: string;
  status: StepReport["status"];
  begun: Date;
  error?: string;
  healed?: readonly Healed[];
  thinking?: StepThinking;
};

/** What a run of steps leaves behind: the report's lines, the pictures, and both together for a trace archive. */
export type StepLog = {
  readonly reports: StepReport[];
  readonly shots: Shot[];
  readonly traced: TracedStep[];
  /** Index that the next step gets. */
  nextIndex(): number;
  /** Writes the step down, with a picture unless it was skipped. */
  end(step: EndedStep): Promise<void>;
  /** Writes down a step that was not executed, with what its guard has asked of the model. */
  skip(text: string, why: string, begun: Date, thinking?: StepThinking): void;
};

type StepLogOptions = {
  session: Session;
  /** null: the log-in. */
  caseId: string | null;
  /** For the pictures; ends with a slash. */
  folder: string;
  firstIndex: number;
  /** Whether steps that succeed get a picture too. */
  everyStep: boolean;
  journal: Journal;
  mask: Mask;
  signal: AbortSignal;
  now(): Date;
};

/** Pictures that are kept in memory for the trace archive; later ones push out the earliest. */
const mostPictureBytes = 4 * 1024 * 1024;

const fileName = (index: number, verb: string): string => `${String(index + 1).padStart(2, "0")}-${verb}.jpg`;

export const createStepLog = (options: StepLogOptions): StepLog => {
  const { session, caseId, journal, mask, signal, now } = options;
  const reports: StepReport[] = [];
  const shots: Shot[] = [];
  const traced: TracedStep[] = [];
  let index = options.firstIndex;
  let pictureBytes = 0;

  const record = (step: Omit<EndedStep, "verb" | "note">): void => {
    const duration_ms = Math.max(0, Math.round(now().getTime() - step.begun.getTime()));
    const report: StepReport = { index, text: mask.text(step.text), status: step.status, duration_ms };
    if (step.error !== undefined && step.error !== "") report.error = mask.text(step.error);
    if (step.healed && step.healed.length > 0) report.healed = mask.deep([...step.healed]);
    const { judgements = [], use } = step.thinking ?? {};
    if (judgements.length > 0) report.judgements = mask.deep([...judgements]);
    const model = use?.();
    if (model) report.model = model;
    reports.push(report);
    index += 1;
  };

  const takePicture = async ({ verb, text, note, status, error }: EndedStep): Promise<Uint8Array | null> => {
    const passed = status === "passed";
    if (signal.aborted || (passed && !options.everyStep)) return null;
    const picture = await session.page.screenshot({ outline: true, fullScale: !passed }).catch(() => null);
    if (!picture) return null;
    const shot: Shot = mask.deep({
      label: text,
      note: passed ? note : (error ?? ""),
      path: `${options.folder}${fileName(index, verb)}`,
    });
    shots.push(shot);
    journal.file(shot.path, picture);
    journal.event({ kind: "shot", case_id: caseId, step: index, ...shot });
    return picture;
  };

  const keep = (step: TracedStep): void => {
    traced.push(step);
    pictureBytes += step.picture?.byteLength ?? 0;
    for (const old of traced) {
      if (pictureBytes <= mostPictureBytes) break;
      pictureBytes -= old.picture?.byteLength ?? 0;
      old.picture = null;
    }
  };

  return {
    reports,
    shots,
    traced,
    nextIndex: () => index,
    async end(step) {
      const ended = now();
      const picture = step.status === "skipped" ? null : await takePicture(step);
      keep({
        index,
        verb: step.verb,
        text: mask.text(step.text),
        startedAt: step.begun.toISOString(),
        endedAt: ended.toISOString(),
        error: step.error === undefined || step.status === "skipped" ? null : mask.text(step.error),
        picture,
      });
      record(step);
    },
    skip: (text, why, begun, thinking) =>
      record({ status: "skipped", text, begun, error: why, ...(thinking ? { thinking } : {}) }),
  };
};
