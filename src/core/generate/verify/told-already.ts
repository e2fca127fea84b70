import type { CaseDocument, StepDocument } from "#core/suite/grammar.ts";
import { literal } from "#core/generate/steps.ts";
import type { CaseFailure } from "#model/failure.ts";

const KIND = /^(?:console|page) error: /;
/** So few words tell no error from others: "[object Object]". */
const LEAST_WORDS = 3;

/**
 * The one error of a script that a case failed for, as it is told; null for what failed for anything else, and for an error that
 * can hardly be told from others.
 */
export const onlyError = (failure: CaseFailure | undefined): string | null => {
  const seen = failure?.step?.expect === "no_errors" ? (failure.observed ?? "") : "";
  const isOne = KIND.test(seen) && !/; (?:(?:console|page) error: |and \d+ more$)/.test(seen);
  const words = seen.replace(KIND, "").match(/\p{L}{2,}/gu) ?? [];
  return isOne && words.length >= LEAST_WORDS ? seen : null;
};

/** What a page says of an error that is told like this. */
export const bareError = (error: string): string => error.replace(KIND, "").replace(/…$/, "");

/** Looks for all errors but this one. */
const leaving = (step: StepDocument, error: string): StepDocument => {
  if (typeof step !== "object" || !("expect" in step)) return step;
  const { expect } = step;
  if (expect === "no_errors") return { ...step, expect: { no_errors: { except: [error] } } };
  if (typeof expect !== "object" || expect === null || !("no_errors" in expect)) return step;
  const { no_errors: given } = expect;
  const meant = typeof given === "object" && given !== null ? given.except : [];
  return { ...step, expect: { no_errors: { except: [...meant, error] } } };
};

/** The case without looking for an error that another one tells. */
export const withoutError = (item: CaseDocument, error: string): CaseDocument => ({
  ...item,
  steps: item.steps.map((step) => leaving(step, literal(error))),
});
