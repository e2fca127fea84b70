import type { StepDocument } from "#core/suite/grammar.ts";
import { TYPED } from "#core/explore/pages/typeset.ts";
import type { Draft } from "./define-oracle.ts";

/** What is to be just so, and what stands in a field, is as it was typed. */
const WHOLE = new Set(["value", "is", "matches"]);

const [BEFORE = ""] = TYPED.split("'");

/** Up to the apostrophe: the app may show it otherwise here, and as it was typed elsewhere. */
const upToIt = (value: unknown): unknown => {
  if (typeof value === "string") {
    const at = value.indexOf(TYPED);
    return at < 0 ? value : value.slice(0, at + BEFORE.length);
  }
  if (Array.isArray(value)) return value.map(upToIt);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, WHOLE.has(key) ? inner : upToIt(inner)]),
  );
};

const shown = (step: StepDocument): StepDocument =>
  typeof step === "object" && "expect" in step
    ? { ...step, expect: upToIt(step.expect) as typeof step.expect }
    : step;

/** The draft for an app that shows an apostrophe otherwise than it was typed. */
export const withTypeset = (draft: Draft): Draft => ({
  ...draft,
  steps: draft.steps.map(shown),
  ...(draft.blocks && {
    blocks: Object.fromEntries(Object.entries(draft.blocks).map(([name, some]) => [name, some.map(shown)])),
  }),
});
