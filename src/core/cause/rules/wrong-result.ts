import { theStep } from "#core/cause/context.ts";
import { isHealthy } from "#core/cause/page-health.ts";
import { defineRule } from "./define-rule.ts";

/** Told by their own evidence. */
const decidedElsewhere = new Set(["no_errors", "accessible"]);

export const wrongResult = defineRule({
  category: "wrong_result",
  find: (context) => {
    const { failure } = context;
    const { step, observed, expected } = failure;
    if (failure.kind !== "not_held" || step?.verb !== "expect") return null;
    if (decidedElsewhere.has(step.expect ?? "") || !isHealthy(context)) return null;
    // What a whole page says is no value that differs.
    const seen = observed?.trim() && observed.length <= 200 ? observed.trim() : null;
    const wanted = expected?.trim().slice(0, 300) || step.text;
    return {
      summary: `${theStep(context)} does not hold, and nothing else is wrong: the app gives another result.`,
      suspectedCause: seen
        ? `Expected ${wanted}, seen ${seen}.`
        : `Expected ${wanted}, which the page does not show. ${failure.message}`.trim(),
      suggestedFix:
        "Follow the value back from the page to where the app computes it; if the app is right, correct the expectation.",
      confidence: seen ? 0.85 : 0.7,
    };
  },
});
