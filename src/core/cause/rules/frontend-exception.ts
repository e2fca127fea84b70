import { type CauseContext, lessBy, theStep } from "#core/cause/context.ts";
import { describeAnswer, failed } from "#core/cause/requests.ts";
import { pageErrorsOf, placeOf } from "#core/cause/page-errors.ts";
import { defineRule, type Finding } from "./define-rule.ts";

const ofScript = (context: CauseContext): Finding | null => {
  const isNoErrors = context.failure.step?.expect === "no_errors";
  const script = context.scope.requests.find(
    (r) => r.resource_type === "script" && r.same_origin && failed(r),
  );
  // A dead link to a script is what `no_errors` looks for; only elsewhere is it the reason for another effect.
  if (!script || (isNoErrors && (script.status === 404 || script.status === 410))) return null;
  return {
    summary: `${theStep(context)} failed on a page whose script did not load.`,
    suspectedCause: `${describeAnswer(script)}, so the page runs without it.`,
    suggestedFix:
      "Check that the script is deployed under this address and that the page refers to the current build.",
    confidence: lessBy(0.8, script.near),
  };
};

const ofConsole = (context: CauseContext): Finding | null => {
  if (context.failure.step?.expect !== "no_errors") return null;
  const entry = context.scope.consoleErrors.find(
    ({ text }) => !/Failed to load resource|net::ERR_|status of \d{3}|favicon/.test(text),
  );
  if (!entry) return null;
  return {
    summary: `${theStep(context)} found an error on the console.`,
    suspectedCause: `The page wrote to the console: ${entry.text.slice(0, 300)}`,
    suggestedFix: entry.location
      ? `Look at ${entry.location}.`
      : "Find where the page writes this, and remove its cause.",
    confidence: 0.7,
  };
};

export const frontendException = defineRule({
  category: "frontend_exception",
  find: (context) => {
    const [error] = pageErrorsOf(context);
    if (!error) return ofScript(context) ?? ofConsole(context);
    const place = placeOf(error);
    return {
      summary: `${theStep(context)} failed after an uncaught error in the page.`,
      suspectedCause: `Uncaught ${error.message.split("\n")[0]?.slice(0, 300)}${place ? ` in ${place}` : ""}`,
      suggestedFix: place
        ? `Look at ${place}: it throws in the browser, and what follows it never ran.`
        : "Open the page with the browser's developer tools and stop on uncaught exceptions.",
      confidence: lessBy(0.92, error.near),
    };
  },
});
