import type { CaseDocument, StepDocument } from "#core/suite/grammar.ts";
import { literal } from "#core/generate/steps.ts";
import type { CaseFailure } from "#model/failure.ts";

/** The one error of a script that a case failed for, as it is told; null for what failed for anything else. */
export const onlyError = (failure: CaseFailure | undefined): string | null => {
  const seen = failure?.step?.expect === "no_errors" ? (failure.observed ?? "") : "";
  const isOne = !/; (?:(?:console|page) error: |and \d+ more$)/.test(seen);
  return isOne && /^(?:console|page) error: /.test(seen) ? seen : null;
};

/** So much of an error tells it from others. */
const LONGEST = 90;

/** Looks for all errors but this one. */
const leaving = (step: StepDocument, part: string): StepDocument => {
  if (typeof step !== "object" || !("expect" in step)) return step;
  const { expect } = step;
  if (expect === "no_errors") return { expect: { no_errors: { except: [part] } } };
  if (typeof expect !== "object" || expect === null || !("no_errors" in expect)) return step;
  const { no_errors: given } = expect;
  const meant = typeof given === "object" && given !== null ? given.except : [];
  return { expect: { no_errors: { except: [...meant, part] } } };
};

/** The case without looking for an error that another one tells. */
export const withoutError = (item: CaseDocument, error: string): CaseDocument => ({
  ...item,
  steps: item.steps.map((step) => leaving(step, literal(error.slice(0, LONGEST)))),
});
