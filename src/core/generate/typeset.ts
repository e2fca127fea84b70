import type { StepDocument } from "#core/suite/grammar.ts";
import { TYPED, TYPESET } from "#core/explore/pages/typeset.ts";
import type { Draft } from "./define-oracle.ts";

const asPrinted = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll(TYPED, TYPESET);
  if (Array.isArray(value)) return value.map(asPrinted);
  if (typeof value !== "object" || value === null) return value;
  // What stands in a field is what was typed.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "value" ? inner : asPrinted(inner)]),
  );
};

const shown = (step: StepDocument): StepDocument =>
  typeof step === "object" && "expect" in step
    ? { ...step, expect: asPrinted(step.expect) as typeof step.expect }
    : step;

/** The draft for an app that shows an apostrophe otherwise than it was typed. */
export const withTypeset = (draft: Draft): Draft => ({
  ...draft,
  steps: draft.steps.map(shown),
  ...(draft.blocks && {
    blocks: Object.fromEntries(Object.entries(draft.blocks).map(([name, some]) => [name, some.map(shown)])),
  }),
});
