import type { SuiteDocument } from "#core/suite/grammar.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { CaseReport } from "#model/report.ts";

/** What one execution of some cases came to; `failures` by case id. */
export type Trial = { cases: CaseReport[]; failures: ReadonlyMap<string, CaseFailure> };

/** What a trial came to for these cases alone: it executes what they need as well. */
export const ofCases = (trial: Trial, ids: Iterable<string>): Trial => {
  const wanted = new Set(ids);
  return { ...trial, cases: trial.cases.filter(({ id }) => wanted.has(id)) };
};

export type VerifyOptions = {
  document: SuiteDocument;
  /** What the forms of the app say whatever is typed into them. */
  hints?: readonly string[];
  /** What the fields of the app are called, as far as they were seen. */
  fields?: readonly string[];
  /** What pages asked for and did not get while they were explored: `GET …/api/unread 404`. */
  missing?: readonly string[];
  /** Ids of cases that may be executed beside each other. */
  looking?: readonly string[];
  /** Ids of cases whose expectations nobody vouches for: what they do not get is a finding only where the app goes wrong. */
  doubtful?: readonly string[];
  /** Ids of cases that are tried last, in this order, and kept only where they are findings. */
  spare?: readonly string[];
  /** Executes cases of a document, what they need as well; at most `lanes` beside each other. */
  attempt(document: SuiteDocument, only: string[], seed: number, lanes?: number): Promise<Trial>;
  /** Whether cases that pass, and do more than look, are executed a second time. */
  twice: boolean;
  /** True once no more may be executed. */
  over(): boolean;
  /** What only looks and is to be tried before anything else as well, as long as there is `time` for that. */
  first?: { ids: readonly string[]; time(): boolean };
  /** True once no more of the spare cases may be begun, of which fewer are executed at a time then. */
  full?(): boolean;
  progress(message: string): void;
};
