import type { Meter } from "#core/llm/meter.ts";
import type { NewRunEvent } from "#model/event.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { RootCause } from "#model/root-cause.ts";
import type { Suite } from "#model/suite.ts";
import type { Browser, Session } from "#ports/browser.ts";
import type { Healing } from "./healing.ts";
import type { Journal } from "./journal.ts";
import type { Mask } from "./mask.ts";
import type { ActionMemory } from "./recall.ts";
import type { Sessions } from "./sessions.ts";
import type { Values, ValueSources } from "./values.ts";

export type ExecuteOptions = {
  suite: Suite;
  /** Case ids; null means all. What they need is executed too. */
  only: readonly string[] | null;
  /** Takes the place of the suite's. */
  baseUrl?: string;
  /** Gives a live browser; called again after one was lost. */
  browser(): Promise<Browser>;
  values: ValueSources;
  /** Of the fixtures, where the suite names none. */
  seed: number;
  /** In front of every file's name; ends with a slash, or empty. */
  folder?: string;
  /** Called one event at a time, in order. A rejection ends the run. */
  emit(event: NewRunEvent): Promise<void>;
  /** `name` is relative, of safe segments. */
  saveFile(name: string, content: Uint8Array): Promise<void>;
  explain(failure: CaseFailure): Promise<RootCause>;
  /** Takes down what an attempt that passed has seen, before its session is closed. */
  passed?(caseId: string, session: Session): Promise<void>;
  signal: AbortSignal;
  /**
   * Gives room for one more case at a time, or null when there is none; the room is given back by the function that it
   * gives. Absent: one case after the other.
   */
  spareRoom?: () => Promise<(() => void) | null>;
  injectTraceparent: boolean;
  /** What the run may ask of a language model; absent: nothing. */
  meter?: Meter;
  /** Absent: what `do` steps find is not kept. */
  memory?: ActionMemory;
  /** Absent: targets are neither remembered nor healed. */
  healing?: Healing;
  /** Pictures of every step, or only of those that end a case; every_step when absent. */
  pictures?: "every_step" | "failure";
  /**
   * Attempts that Playwright's own trace is recorded of; retry (further attempts only) when absent. Of others that do
   * not pass, an archive is written from what was seen; with `off` there is none at all.
   */
  trace?: "retry" | "always" | "off";
  now(): Date;
};

/** What the parts of one run share. */
export type RunContext = Omit<
  ExecuteOptions,
  "values" | "folder" | "baseUrl" | "only" | "browser" | "emit" | "saveFile" | "spareRoom"
> & {
  folder: string;
  baseUrl: string;
  values: Values;
  mask: Mask;
  journal: Journal;
  sessions: Sessions;
};
