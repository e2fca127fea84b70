import type { StepDocument } from "#core/suite/grammar.ts";
import type { Draft } from "./define-oracle.ts";

/** What an app answers that is asked more often than it likes: no fault of the app, and of a later run as well. */
const TOO_OFTEN = " 429";

const allowed = (step: StepDocument): StepDocument => {
  if (typeof step !== "object" || !("expect" in step)) return step;
  const { expect } = step;
  if (expect === "no_errors") return { ...step, expect: { no_errors: { except: [TOO_OFTEN] } } };
  if (typeof expect !== "object" || Array.isArray(expect) || !expect.no_errors) return step;
  const except = expect.no_errors === true ? [] : expect.no_errors.except;
  return { ...step, expect: { ...expect, no_errors: { except: [...except, TOO_OFTEN] } } };
};

/** The draft without taking an answer of 429 for an error. */
export const allowingTooOften = (draft: Draft): Draft => ({
  ...draft,
  steps: draft.steps.map(allowed),
  ...(draft.blocks && {
    blocks: Object.fromEntries(
      Object.entries(draft.blocks).map(([name, steps]) => [name, steps.map(allowed)]),
    ),
  }),
});
