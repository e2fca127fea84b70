import { explainRequest, lessBy, theStep } from "#core/cause/context.ts";
import { isCall, isMutating } from "#core/cause/requests.ts";
import { isAskedFor, isFollowed, wantsRefusal } from "#core/cause/page-health.ts";
import type { ScopedRequest } from "#core/cause/scope.ts";
import { defineRule } from "./define-rule.ts";

const collision =
  /already (?:been )?(?:exists|taken|in use|registered)|duplicate|unique constraint|must be unique|conflict|is taken/i;
const collides = ({ status, body }: ScopedRequest): boolean =>
  status === 409 || ((status === 400 || status === 422) && collision.test(body ?? ""));

export const testData = defineRule({
  category: "test_data",
  find: (context) => {
    const { failure, scope } = context;
    if (failure.kind === "value")
      return {
        summary: `${theStep(context)} has no value to work with.`,
        suspectedCause: failure.message,
        suggestedFix: "Give the variable a value, or correct what the capture looks for.",
        confidence: 0.85,
      };
    if (wantsRefusal(context)) return null;
    const taken = scope.requests.find((r) => isCall(r) && collides(r));
    if (taken)
      return {
        summary: `${theStep(context)} met a record that is already there.`,
        suspectedCause: explainRequest(context, taken),
        suggestedFix:
          "Use a fixture that is new in every run in place of a fixed value, or remove the record when the case ends.",
        confidence: lessBy(0.82, taken.near),
        request: taken,
      };
    const missing = scope.requests.find(
      (r) => isCall(r) && r.status === 404 && isAskedFor(context, r) && !isFollowed(context, r),
    );
    if (!missing) return null;
    // What the case itself has just made must be there: then it is the app that lost it.
    const madeHere = failure.evidence.requests.some(
      (r) => isMutating(r) && r.same_origin && (r.status ?? 500) < 400,
    );
    if (madeHere) return null;
    return {
      summary: `${theStep(context)} needs a record that is not there.`,
      suspectedCause: explainRequest(context, missing),
      suggestedFix:
        "If a page of the app links to this address, correct the link; else make the record in an earlier step or case and capture its id, in place of an id that is written down.",
      confidence: lessBy(0.7, missing.near),
      request: missing,
    };
  },
});
