import { type CauseContext, lessBy, theStep } from "#core/cause/context.ts";
import { describeAnswer, failed } from "#core/cause/requests.ts";
import { describeError, pageErrorsOf, placeOf } from "#core/cause/page-errors.ts";
import { defineRule, type Finding } from "./define-rule.ts";

const ofScript = (context: CauseContext): Finding | null => {
  const script = context.scope.requests.find(
    (r) => r.resource_type === "script" && r.same_origin && failed(r),
  );
  if (!script) return null;
  return {
    summary: `${theStep(context)} failed on a page whose script did not load.`,
    suspectedCause: `${describeAnswer(script)}, so the page runs without it.`,
    suggestedFix:
      "Check that the script is deployed under this address and that the page refers to the current build.",
    confidence: lessBy(0.8, script.near),
    cites: script,
  };
};

export const frontendException = defineRule({
  category: "frontend_exception",
  find: (context) => {
    const [error] = pageErrorsOf(context);
    if (!error) return ofScript(context);
    const place = placeOf(error);
    return {
      summary: `${theStep(context)} failed after an uncaught error in the page.`,
      suspectedCause: `Uncaught ${describeError(error)}`,
      suggestedFix: place
        ? `Look at ${place}: it throws in the browser, and what follows it never ran.`
        : "Open the page with the browser's developer tools and stop on uncaught exceptions.",
      confidence: lessBy(0.92, error.near),
    };
  },
});
