import type { Viewport } from "./viewport.ts";
import type { HealingMode } from "./healing.ts";

/** 1-based place in the suite's text. */
export type Position = { line: number; column: number };

/** What stands beside a verb under fixed keys, as written: variables not yet put in. */
export type StepOptions = {
  /** Expects that must hold for the step to run; otherwise it is recorded as skipped. */
  when?: unknown;
  timeoutMs?: number;
  note?: string;
  /** Target; narrows every target of the step. */
  within?: unknown;
  /** Target of an iframe; narrows every target of the step. */
  frame?: unknown;
};

/** One step as written: `args` fit the verb's schema, variables not yet put in. */
export type Step = {
  verb: string;
  args: unknown;
  options: StepOptions;
  at: Position;
  /** Where it stands in the document, a case by its id: `["cases", "order", "steps", 2]`. */
  path: (string | number)[];
};

/** How a value is made, once a run. A string is a faker path such as `internet.email`. */
export type Fixture =
  | string
  | { int: [number, number] }
  | { string: number }
  | { letters: number }
  | { capitals: number }
  | { ean: string }
  | { iban: string }
  | { date: "past" | "today" | "soon" | "future" | [string, string] | { after: string; days: number } }
  | { pick: (string | number | boolean)[] }
  | { value: string | number | boolean };

/** How the suite logs in, once; `steps` replace the search for the log-in form. */
export type SuiteAuth = {
  username: string | null;
  password: string | null;
  loginPath: string | null;
  steps: Step[] | null;
};

export type Case = {
  id: string;
  title: string;
  tags: string[];
  /** Ids of the cases that must have passed, those implied by the use of their captures included. */
  needs: string[];
  /** False: the case begins without the suite's log-in. */
  auth: boolean;
  steps: Step[];
  retries: number;
  /** Default of the steps' time-out; null: the verb's own. */
  timeoutMs: number | null;
  /** Bound of one attempt. */
  caseTimeoutMs: number;
  at: Position;
};

/** A suite that was found to be without mistakes. */
export type Suite = {
  title: string;
  baseUrl: string;
  description: string | null;
  tags: string[];
  /** Seed of the fixtures that the suite itself fixes; null: a new one each run. */
  seed: number | null;
  viewport: Viewport | null;
  /** What becomes of targets that are lost; null: what the organisation has set. */
  healing: HealingMode | null;
  auth: SuiteAuth | null;
  fixtures: Record<string, Fixture>;
  blocks: Record<string, Step[]>;
  /** In the order of the text; at least one. */
  cases: Case[];
};
