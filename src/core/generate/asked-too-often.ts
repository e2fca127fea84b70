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

/** What the block is called that nearly every case ends with. */
const NO_ERRORS = "no errors";

const inShort = (step: StepDocument): StepDocument =>
  typeof step === "object" &&
  "expect" in step &&
  step.expect === "no_errors" &&
  Object.keys(step).length === 1
    ? { use: NO_ERRORS }
    : allowed(step);

const isShort = (step: StepDocument): boolean =>
  typeof step === "object" && "use" in step && step.use === NO_ERRORS;

/** The draft without taking an answer of 429 for an error. */
export const allowingTooOften = (draft: Draft): Draft => {
  const steps = draft.steps.map(inShort);
  const blocks = {
    ...Object.fromEntries(
      Object.entries(draft.blocks ?? {}).map(([name, some]) => [name, some.map(allowed)]),
    ),
    ...(steps.some(isShort) && { [NO_ERRORS]: [allowed({ expect: "no_errors" })] }),
  };
  return { ...draft, steps, ...(Object.keys(blocks).length > 0 && { blocks }) };
};
