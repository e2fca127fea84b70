import { type CauseContext, theStep } from "#core/cause/context.ts";
import { isHealthy } from "#core/cause/page-health.ts";
import { nearest, wordsOf } from "#core/cause/similarity.ts";
import { operatedRoles } from "#model/operated-roles.ts";
import { describeTarget } from "#model/target.ts";
import { defineRule, type Finding } from "./define-rule.ts";

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

/** What the element that was acted on when the case passed last is now, by everything that it was like. */
const ofHealed = (context: CauseContext): Finding | null => {
  const [healed] = context.failure.healed ?? [];
  if (!healed) return null;
  const found = `${describeTarget(healed.to)} (${healed.element})`;
  return {
    summary: `${theStep(context)} looks for ${describeTarget(healed.from)}, which the page no longer has.`,
    suspectedCause: `By what it was like when the case passed last, ${describeTarget(healed.from)} is ${found} now.`,
    suggestedFix: `Change the target of the step to ${found}; the patch of the run does so.`,
    confidence: 0.93,
  };
};

/** What stands now where the target stood when the case passed last. */
const ofRenamed = (context: CauseContext): Finding | null => {
  const { failure, difference } = context;
  const target = failure.step?.target;
  if (!target || !difference) return null;
  const role = typeof target === "object" ? target.role : undefined;
  const roles = operatedRoles.filter((each) => role === undefined || each === role);
  const words = wordsOf(target).replaceAll(/\d+/g, "#");
  const now = roles.flatMap((role) => difference.standsFor(`${role} "${words}"`) ?? [])[0];
  if (!now) return null;
  return {
    summary: `${theStep(context)} looks for ${describeTarget(target)}, which the page no longer has.`,
    suspectedCause: `"${wordsOf(target)}" stood in run ${difference.runId}, which passed, where ${now} stands now.`,
    suggestedFix: `Change the target of the step to ${now}, if this is the element that is meant.`,
    confidence: 0.85,
  };
};

export const locatorDrift = defineRule({
  category: "locator_drift",
  find: (context) => {
    const { failure } = context;
    const { step, kind, candidates } = failure;
    if (!step?.target) return null;
    const isExpect = step.verb === "expect";
    const gone = kind === "not_found" || (kind === "not_held" && step.expect === "visible");
    if (!gone || (isExpect && !looksForElement.has(step.expect ?? "")) || !isHealthy(context)) return null;
    const renamed = ofHealed(context) ?? ofRenamed(context);
    if (renamed) return renamed;
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
