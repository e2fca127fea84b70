import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import type { CaseReport } from "#model/report.ts";
import { withoutRecorded } from "./judge.ts";
import { hasFailed, writtenStep } from "./written-step.ts";
import type { Trial } from "./trial.ts";

/** What is known of the cases of a suite that is being tried. */
export type Book = {
  document: SuiteDocument;
  findings: Map<string, string>;
  dropped: Map<string, string>;
  repaired: Map<string, string>;
  /** Why cases failed that could not be tried again. */
  unsure: Map<string, string>;
  /** The finding that tells an error of a script, by the error. */
  told: Map<string, string>;
  /** Errors of scripts that cases no longer look for, as others tell them: by the ids of those cases. */
  excused: Map<string, string>;
};

export const isBad = ({ status }: CaseReport): boolean => status === "failed" || status === "broken";

export const byId = (trial: Trial): Map<string, CaseReport> =>
  new Map(trial.cases.map((each) => [each.id, each]));

/** Which step of a case failed, by its place in the case; -1 for one of a block. */
export const failedStep = (item: CaseDocument, report: CaseReport): number => {
  const failed = report.steps.find(hasFailed);
  return failed?.text.includes(" › ") ? -1 : writtenStep(item, report);
};

export const replace = (document: SuiteDocument, item: CaseDocument): SuiteDocument => ({
  ...document,
  cases: document.cases.map((each) => (each.id === item.id ? item : each)),
});

export const byCase = ({ document }: Book, id: string): CaseDocument | undefined =>
  document.cases.find((each) => each.id === id);

/** Takes out what was only recorded; true when that cured the case. */
export const tryCure = (book: Book, report: CaseReport, steady: boolean): boolean => {
  const item = byCase(book, report.id);
  const cured = item ? withoutRecorded(item, failedStep(item, report), steady, book.document.blocks) : null;
  if (!cured) return false;
  book.document = replace(book.document, cured);
  book.repaired.set(report.id, `no longer expected, as it does not last: ${report.why}`);
  return true;
};
