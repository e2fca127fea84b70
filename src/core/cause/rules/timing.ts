import { lessBy, theStep } from "#core/cause/context.ts";
import { describeRequest, isCall } from "#core/cause/requests.ts";
import type { ScopedRequest } from "#core/cause/scope.ts";
import { defineRule } from "./define-rule.ts";

const longLived =
  /\/(?:poll|long-?poll|stream|events|sse|socket|live|hmr|subscribe|updates|notifications|ws)(?:\/|$)/i;
const waits = new Set(["not_held", "not_found", "not_actionable", "timeout"]);

/** When the answer came, in epoch milliseconds; infinity while it is out. */
const endOf = (request: ScopedRequest): number =>
  request.status === null && request.failure === null
    ? Number.POSITIVE_INFINITY
    : Date.parse(request.started_at) + (request.duration_ms ?? 0);

export const timing = defineRule({
  category: "timing",
  find: (context) => {
    const { failure, scope } = context;
    const { step, kind } = failure;
    if (!step || !waits.has(kind)) return null;
    const end = Date.parse(step.endedAt);
    const limit = end - Date.parse(step.startedAt);
    const late = scope.requests
      .filter((r) => isCall(r) && r.near === "step" && !longLived.test(new URL(r.url).pathname))
      .filter(
        (r) => !/event-stream|ndjson/.test(r.content_type ?? "") && (r.status === null || r.status < 400),
      )
      .filter(
        (r) =>
          Date.parse(r.started_at) < end && (endOf(r) >= end || (limit > 0 && end - endOf(r) < limit * 0.05)),
      )
      .toSorted((a, b) => endOf(b) - endOf(a));
    const [request] = late;
    if (request) {
      const waited = Math.max(0, end - Date.parse(request.started_at));
      const finite = Number.isFinite(endOf(request))
        ? `took ${endOf(request) - Date.parse(request.started_at)} ms`
        : `was not answered after ${waited} ms`;
      const ms = context.difference?.durationBefore(request) ?? null;
      const before = ms === null ? "" : ` (${ms} ms in run ${context.difference?.runId}, which passed)`;
      return {
        summary: `${theStep(context)} ran out of time while ${describeRequest(request)} was under way.`,
        suspectedCause: `${describeRequest(request)} ${finite}, longer than the step waits${before}.`,
        suggestedFix:
          "Give the step a longer timeout if this is how long it takes; otherwise look why the route is slow.",
        confidence: lessBy(0.82, request.near),
        cites: request,
      };
    }
    if (kind !== "timeout") return null;
    return {
      summary: `${theStep(context)} ran out of time: the page did not answer.`,
      suspectedCause: failure.message,
      suggestedFix:
        "Give the step a longer timeout if the page is meant to take this long; otherwise look what keeps it busy.",
      confidence: 0.65,
    };
  },
});
