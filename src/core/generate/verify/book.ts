import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import type { CaseReport } from "#model/report.ts";
import { withoutRecorded } from "./judge.ts";
import type { Trial } from "./trial.ts";

/** What is known of the cases of a suite that is being tried. */
export type Book = {
  document: SuiteDocument;
  findings: Map<string, string>;
  dropped: Map<string, string>;
  repaired: Map<string, string>;
  /** Why cases failed that could not be tried again. */
  unsure: Map<string, string>;
};

export const isBad = ({ status }: CaseReport): boolean => status === "failed" || status === "broken";

export const byId = (trial: Trial): Map<string, CaseReport> =>
  new Map(trial.cases.map((each) => [each.id, each]));

/**
 * Which step of a case failed, by its place in the case; -1 for one of a block. Counted from the end: what comes behind a step
 * that failed has a line each, while a log-in and the blocks before it have as many as they have steps.
 */
export const failedStep = ({ steps }: CaseDocument, report: CaseReport): number => {
  const at = report.steps.findIndex(({ status }) => status === "failed" || status === "broken");
  return at < 0 || report.steps[at]?.text.includes(" › ") ? -1 : steps.length - (report.steps.length - at);
};

const replace = (document: SuiteDocument, item: CaseDocument): SuiteDocument => ({
  ...document,
  cases: document.cases.map((each) => (each.id === item.id ? item : each)),
});

/** Takes out what was only recorded; true when that cured the case. */
export const tryCure = (book: Book, report: CaseReport, steady: boolean): boolean => {
  const item = book.document.cases.find(({ id }) => id === report.id);
  const cured = item ? withoutRecorded(item, failedStep(item, report), steady) : null;
  if (!cured) return false;
  book.document = replace(book.document, cured);
  book.repaired.set(report.id, `no longer expected, as it does not last: ${report.why}`);
  return true;
};
