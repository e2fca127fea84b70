import type { CaseFailure } from "#model/failure.ts";
import type { Difference } from "./difference.ts";
import { describeFault, type Fault } from "./fault.ts";
import { faultOf, type Inquiry } from "./inquiry.ts";
import { describeAnswer, isCall, isMutating, isServerFailure, pathOf } from "./requests.ts";
import { faultInBody } from "./response-body.ts";
import type { Nearness, Scope, ScopedRequest } from "./scope.ts";

/** Everything that the rules look at. */
export type CauseContext = {
  failure: CaseFailure;
  scope: Scope;
  inquiry: Inquiry;
  /** The request to which the server, or the way to it, failed: the one that most likely brought the failure about. */
  primary: ScopedRequest | null;
  /** To the last run in which the case passed; null when there is none. */
  difference: Difference | null;
};

const nearnessRank: Record<Nearness, number> = { step: 0, page: 1, earlier: 2 };

export const contextOf = (
  failure: CaseFailure,
  scope: Scope,
  inquiry: Inquiry,
  difference: Difference | null = null,
): CauseContext => {
  const named = `${failure.observed ?? ""} ${failure.message}`;
  const noErrors = failure.step?.expect === "no_errors";
  const rank = (request: ScopedRequest): number[] => [
    noErrors && named.includes(pathOf(request)) ? 0 : 1,
    nearnessRank[request.near],
    faultOf(inquiry, request) ? 0 : 1,
    isMutating(request) ? 0 : 1,
    request.status !== null && (request.status === 500 || request.status > 504) ? 0 : 1,
    -Date.parse(request.started_at),
  ];
  const candidates = scope.requests.filter((r) => isServerFailure(r) && (isCall(r) || noErrors));
  const [primary] = candidates.toSorted((a, b) => compare(rank(a), rank(b)));
  return { failure, scope, inquiry, primary: primary ?? null, difference };
};

const compare = (a: number[], b: number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};

/** What is known of why a request failed: from the log first, then from its own body. */
export const reasonOf = ({ inquiry }: CauseContext, request: ScopedRequest): Fault | null =>
  faultOf(inquiry, request)?.fault ?? faultInBody(request);

/** `POST /api/orders answered 500: TypeError: no price in priceOf (orders.js:41)`. */
export const explainRequest = (context: CauseContext, request: ScopedRequest): string => {
  const reason = reasonOf(context, request);
  return reason ? `${describeAnswer(request)}: ${describeFault(reason)}` : describeAnswer(request);
};

/** Lowers a confidence by how far the evidence is from the failing step. */
export const lessBy = (confidence: number, near: Nearness): number =>
  Math.round(confidence * { step: 1, page: 0.92, earlier: 0.75 }[near] * 100) / 100;

/** `Step 5 (click "Place order")`, or `The case` when it could not start. */
export const theStep = ({ failure }: CauseContext): string =>
  failure.step ? `Step ${failure.step.index + 1} (${failure.step.text.slice(0, 120)})` : "The case";
