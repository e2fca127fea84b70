import { type CauseContext, lessBy, theStep } from "#core/cause/context.ts";
import { describeAnswer, failed } from "#core/cause/requests.ts";
import { describeError, pageErrorsOf, placeOf } from "#core/cause/page-errors.ts";
import { describeFrame, parseStack } from "#core/cause/stack/parse-stack.ts";
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

/** Mistakes of a program, in distinction to what a program reports of others. */
const mistake = /^(?:Uncaught )?((?:TypeError|ReferenceError|RangeError|SyntaxError): [^\n]*)\n\s+at /;

/** What the code around the page's own caught and only told the console, as the boundaries of frameworks do. */
const ofCaught = (context: CauseContext): Finding | null => {
  const { scope, failure } = context;
  const own = URL.canParse(failure.baseUrl) ? new URL(failure.baseUrl).origin : failure.baseUrl;
  const caught = scope.consoleErrors.findLast(
    ({ text, near }) =>
      near !== "earlier" && mistake.test(text) && (text.includes(own) || !/https?:\/\//.test(text)),
  );
  if (!caught) return null;
  const frame = parseStack(caught.text)?.frame;
  const place = frame ? describeFrame(frame) : "";
  const told = mistake.exec(caught.text)?.[1]?.slice(0, 300) ?? "";
  return {
    summary: `${theStep(context)} failed after an error in the page, which the page caught.`,
    suspectedCause: place ? `${told} in ${place}` : told,
    suggestedFix: place
      ? `Look at ${place}: what it throws is caught, and the page goes on without it.`
      : "Look at the console of the page: what it tells there is thrown and caught.",
    confidence: lessBy(0.75, caught.near),
  };
};

/** A script that the page's own policy does not let run. */
const ofPolicy = (context: CauseContext): Finding | null => {
  const refused = context.scope.consoleErrors.find(
    ({ text, near }) =>
      near !== "earlier" && /\bscript\b/i.test(text) && /Content Security Policy/.test(text),
  );
  if (!refused) return null;
  return {
    summary: `${theStep(context)} failed on a page that is not let run one of its scripts.`,
    suspectedCause: refused.text.split("\n")[0]?.slice(0, 400) ?? "",
    suggestedFix:
      "Allow the script in the Content-Security-Policy (by its hash or a nonce), or move it into a file.",
    confidence: 0.7,
  };
};

export const frontendException = defineRule({
  category: "frontend_exception",
  find: (context) => {
    const [error] = pageErrorsOf(context);
    if (!error) return ofScript(context) ?? ofCaught(context) ?? ofPolicy(context);
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
