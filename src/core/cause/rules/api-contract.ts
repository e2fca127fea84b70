import { type CauseContext, explainRequest, lessBy, theStep } from "#core/cause/context.ts";
import { isChanged } from "#core/cause/difference.ts";
import {
  describeAnswer,
  describeRequest,
  isMutating,
  isSessionProbe,
  recordIdOf,
} from "#core/cause/requests.ts";
import { deadDocuments, isAskedFor, wantsRefusal } from "#core/cause/page-health.ts";
import type { ScopedRequest } from "#core/cause/scope.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { RequestEvidence } from "#model/evidence.ts";
import { defineRule, type Finding } from "./define-rule.ts";

const schemaWords =
  /unrecogni[sz]ed|unknown (?:field|property|key|argument)|additional ?propert|(?:missing|required) (?:field|propert|param|key|body)|is a required property|must have required|invalid_type|"?expected"?:? ?"?(?:string|number|object|array|boolean)|schema|cannot (?:deserialize|read|parse)|could not parse|malformed|unexpected token|field required|not a valid (?:json|integer|number)/i;

const isApiCall = ({ resource_type: type }: RequestEvidence): boolean => type === "fetch" || type === "xhr";

const finding = (
  context: CauseContext,
  request: ScopedRequest,
  cause: string,
  confidence: number,
): Finding => ({
  summary: `${theStep(context)} failed because the page and its API do not agree on ${describeRequest(request)}.`,
  suspectedCause: cause,
  suggestedFix:
    "Compare what the page sends and expects with the API's description, and bring the two in line.",
  confidence: lessBy(confidence, request.near),
  request,
});

const ofExpectedRequest = (context: CauseContext): Finding | null => {
  const { failure, scope } = context;
  if (failure.step?.expect !== "request" || failure.kind !== "not_held") return null;
  const told = `${failure.observed ?? ""} ${failure.message} ${failure.step.text}`;
  const known = scope.requests.filter((r) => r.status !== null && told.includes(new URL(r.url).pathname));
  const sameMethod = known.filter(({ method }) => new RegExp(`\\b${escapeRegex(method)}(?!\\w)`).test(told));
  const calls = sameMethod.length > 0 ? sameMethod : known;
  const request = calls.find((r) => (r.status ?? 0) >= 400) ?? calls.at(-1);
  if (!request) return null;
  const cause = `${explainRequest(context, request)}${failure.expected ? `, where ${failure.expected} is expected` : ""}`;
  return finding(context, request, cause, 0.85);
};

/** A step that asks the API itself and is answered otherwise than it says. */
const ofRequestStep = (context: CauseContext): Finding | null => {
  const { failure, scope } = context;
  if (failure.step?.verb !== "request" || failure.kind !== "not_held") return null;
  const request = scope.requests.findLast(
    ({ near, redirected_to: next }) => near === "step" && next === null,
  );
  if (!request) return null;
  const expected = failure.expected === undefined ? "" : `, where ${failure.expected} is expected`;
  const cause = `${explainRequest(context, request)}${expected}: ${failure.observed ?? failure.message}`;
  return {
    ...finding(context, request, cause, 0.9),
    summary: `${theStep(context)} failed because ${describeRequest(request)} does not answer as described.`,
    suggestedFix: `Bring the answer of ${describeRequest(request)} in line with its description, or correct the description and the suite.`,
  };
};

/** The page went on to an address with a value in it that it did not get: `/orders/undefined`. */
const ofMissingValue = (context: CauseContext): Finding | null => {
  const { requests } = context.scope;
  const dead = deadDocuments(context).find(({ url }) =>
    /[/=](?:undefined|null|NaN|%5Bobject%20Object%5D)(?:[/&]|$)/.test(url),
  );
  if (!dead) return null;
  const call = context.failure.evidence.requests.findLast(
    (r) => isApiCall(r) && r.status !== null && r.status < 400 && r.started_at < dead.started_at,
  );
  if (!call) return null;
  const known = requests.find(({ url, started_at: at }) => url === call.url && at === call.started_at);
  const cause = `${describeAnswer(call)} without a value that the page needs, which goes on to ${describeRequest(dead)}`;
  return { ...finding(context, known ?? { ...call, near: dead.near }, cause, 0.75), cites: dead };
};

/** HTML in place of data: what the page makes of it shows, or the address is one of an API. */
const ofHtml = (context: CauseContext, request: ScopedRequest): boolean => {
  const { status, content_type: type, url } = request;
  if (status === null || status >= 400 || !type?.startsWith("text/html")) return false;
  const said = [
    ...context.scope.pageErrors.map(({ message }) => message),
    ...context.scope.consoleErrors.map(({ text }) => text),
    context.failure.page?.aria ?? "",
  ];
  return (
    said.some((text) => /unexpected token '?<|is not valid json/i.test(text)) ||
    /\/(?:api|rest|graphql)(?:\/|$)/.test(new URL(url).pathname)
  );
};

/** A read that an action on the page led to, no page load, and after which what was to open is not there. */
const isActedFor = (context: CauseContext, request: ScopedRequest): boolean =>
  request.near === "step" &&
  context.failure.step?.expect === "visible" &&
  !context.failure.evidence.requests.some((r) => isMutating(r) && isApiCall(r)) &&
  !isSessionProbe(request) &&
  !isAskedFor(context, request) &&
  !context.failure.evidence.requests.some(
    ({ step, resource_type: type }) => step === request.step && type === "document",
  );

/** A call that is answered otherwise than in the last run in which the case passed. */
const ofChangedStatus = (context: CauseContext): Finding | null => {
  const { scope, difference, failure } = context;
  if (!difference) return null;
  const changed = scope.requests.find((request) => {
    const { status, near } = request;
    if (!isApiCall(request) || status === null || near === "earlier" || !isChanged(difference, request))
      return false;
    // Another success is a change only where the page goes by it: right after it has written.
    if (status < 300) return near === "step" && isMutating(request) && !failure.evidence.left_out;
    return (
      status >= 400 &&
      status < 500 &&
      ![401, 403, 409, 429].includes(status) &&
      !namesRecord(context, request)
    );
  });
  if (!changed) return null;
  const before = difference.statusesBefore(changed).join(" and ");
  return finding(
    context,
    changed,
    `${explainRequest(context, changed)}, where it answered ${before} in run ${difference.runId}, which passed`,
    (changed.status ?? 0) >= 400 ? 0.85 : 0.7,
  );
};

/** A record that is not there, or collides: of another record the route says nothing. */
const namesRecord = (context: CauseContext, request: ScopedRequest): boolean =>
  (request.status === 404 || request.status === 410) &&
  (isAskedFor(context, request) || recordIdOf(request) !== null);

export const apiContract = defineRule({
  category: "api_contract",
  find: (context) => {
    const expected = ofRequestStep(context) ?? ofExpectedRequest(context);
    if (expected) return expected;
    if (wantsRefusal(context)) return null;
    const changed = ofChangedStatus(context);
    if (changed) return changed;
    const missing = ofMissingValue(context);
    if (missing) return missing;
    const { scope, failure } = context;
    for (const request of scope.requests.filter(isApiCall)) {
      const { status } = request;
      if (status === 405 || status === 406 || status === 415)
        return finding(context, request, explainRequest(context, request), 0.88);
      if ((status === 400 || status === 422) && schemaWords.test(request.body ?? ""))
        return finding(context, request, explainRequest(context, request), 0.78);
      if (
        status === 404 &&
        isMutating(request) &&
        !/not.?found|no such|does not exist|unknown \w+ id/i.test(
          request.body?.replace(/<[^>]*>|cannot \w+ \S+/gi, "") ?? "",
        )
      )
        return finding(
          context,
          request,
          `${describeAnswer(request)}: the page calls a route that the server does not have`,
          0.7,
        );
      if ((status === 404 || status === 410) && isActedFor(context, request))
        return finding(context, request, explainRequest(context, request), 0.65);
      if (ofHtml(context, request))
        return finding(
          context,
          request,
          `${describeAnswer(request)} with HTML where the page expects JSON`,
          0.85,
        );
      if (
        failure.step?.expect === "no_errors" &&
        status !== null &&
        status >= 400 &&
        status < 500 &&
        ![401, 403, 409].includes(status)
      )
        return finding(context, request, explainRequest(context, request), 0.65);
    }
    return null;
  },
});
