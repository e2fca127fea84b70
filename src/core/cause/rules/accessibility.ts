import { theStep } from "#core/cause/context.ts";
import { defineRule } from "./define-rule.ts";

export const accessibility = defineRule({
  category: "accessibility",
  find: (context) => {
    const { failure } = context;
    if (failure.step?.expect !== "accessible" || failure.kind !== "not_held") return null;
    return {
      summary: `${theStep(context)} found violations of the accessibility rules.`,
      suspectedCause: (failure.observed ?? failure.message).slice(0, 600),
      suggestedFix: "Correct the elements that are named; each rule's page says how.",
      confidence: 0.95,
    };
  },
});
