import { theStep } from "#core/cause/context.ts";
import { describeTarget } from "#model/target.ts";
import { defineRule } from "./define-rule.ts";

const badAddress =
  /ERR_INVALID_URL|ERR_UNKNOWN_URL_SCHEME|ERR_DISALLOWED_URL_SCHEME|invalid url|cannot navigate to invalid/i;

export const testDefect = defineRule({
  category: "test_defect",
  find: (context) => {
    const { kind, message, candidates, step } = context.failure;
    if (kind === "ambiguous") {
      const names = candidates
        .slice(0, 5)
        .map((c) => (c.target ? describeTarget(c.target) : `${c.role} "${c.name || c.text}"`));
      return {
        summary: `${theStep(context)} could mean several elements.`,
        suspectedCause:
          names.length > 0
            ? `${step?.target ? describeTarget(step.target) : "The target"} fits ${names.join(", ")}.`
            : message,
        suggestedFix: "Say which one: with role, exact, nth, or within the part of the page that holds it.",
        confidence: 0.9,
      };
    }
    if (kind === "refused")
      return {
        summary: `${theStep(context)} goes to an address that may not be visited.`,
        suspectedCause: message,
        suggestedFix: "Correct the address, or have the operator allow its host.",
        confidence: 0.9,
      };
    if (kind !== "invalid" && !(kind === "unreachable" && badAddress.test(message))) return null;
    return {
      summary: `${theStep(context)} makes no sense on this element or page.`,
      suspectedCause: message,
      suggestedFix: "Correct the step: its verb, its target or its value.",
      confidence: 0.88,
    };
  },
});
