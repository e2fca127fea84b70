import { theStep } from "#core/cause/context.ts";
import { isHealthy } from "#core/cause/page-health.ts";
import { nearest, wordsOf } from "#core/cause/similarity.ts";
import { describeTarget } from "#model/target.ts";
import { defineRule } from "./define-rule.ts";

/** Expects that look for an element; of the others, the value is the point. */
const looksForElement = new Set([
  "visible",
  "enabled",
  "disabled",
  "checked",
  "focused",
  "attribute",
  "value",
  "text",
]);

export const locatorDrift = defineRule({
  category: "locator_drift",
  find: (context) => {
    const { failure } = context;
    const { step, kind, candidates } = failure;
    if (!step?.target || candidates.length === 0) return null;
    const isExpect = step.verb === "expect";
    const gone = kind === "not_found" || (kind === "not_held" && step.expect === "visible");
    if (!gone || (isExpect && !looksForElement.has(step.expect ?? "")) || !isHealthy(context)) return null;
    const near = nearest(step.target, candidates);
    // What an expect looks for may be missing because the app does not show it: only a close likeness counts.
    if (!near || near.likeness < (isExpect ? 0.7 : 0.5)) return null;
    const found = near.candidate.target
      ? describeTarget(near.candidate.target)
      : `${near.candidate.role} "${near.candidate.name}"`;
    return {
      summary: `${theStep(context)} looks for ${describeTarget(step.target)}, which the page no longer has.`,
      suspectedCause: `"${wordsOf(step.target)}" seems to be ${found} now.`,
      suggestedFix: `Change the target of the step to ${found}, if this is the element that is meant.`,
      confidence: Math.round((isExpect ? 0.5 : 0.55) * 100 + near.likeness * 35) / 100,
    };
  },
});
