import { type CauseContext, explainRequest, lessBy, theStep } from "#core/cause/context.ts";
import { isChanged } from "#core/cause/difference.ts";
import {
  describeAnswer,
  describeRequest,
  isCall,
  isLoginUrl,
  isMutating,
  isSessionProbe,
  pathOf,
} from "#core/cause/requests.ts";
import { bearsOn, wantsRefusal } from "#core/cause/page-health.ts";
import type { ScopedRequest } from "#core/cause/scope.ts";
import { defineRule, type Finding } from "./define-rule.ts";

const aboutLogin = /log ?-?in|sign ?-?in|password|user ?name|e-?mail|credential|\/auth\b/i;
const isRefused = ({ status }: ScopedRequest): boolean => status === 401 || status === 403;

const redirectToLogin = ({ failure, scope }: CauseContext): ScopedRequest | null | undefined => {
  const redirect = scope.requests.find((r) => isLoginUrl(r.redirected_to) && !isLoginUrl(r.url));
  if (redirect) return redirect;
  const last = scope.navigations.at(-1);
  const cameFromElsewhere = scope.navigations.slice(0, -1).some(({ url }) => !isLoginUrl(url));
  const there = isLoginUrl(last?.url ?? null) || failure.page?.looks_like_login === true;
  return there && cameFromElsewhere ? null : undefined;
};

const sentAway = (context: CauseContext): Finding | null => {
  const { failure, scope } = context;
  const away = redirectToLogin(context);
  const refused = scope.requests.find((r) => isRefused(r) && isCall(r));
  const onLogin = failure.page ? failure.page.looks_like_login || isLoginUrl(failure.page.url) : false;
  const about = `${failure.step?.text ?? ""} ${failure.expected ?? ""}`;
  if (!onLogin && away === undefined) return null;
  // A redirect that was followed by a log-in is how every session begins.
  if (!onLogin || aboutLogin.test(about)) return null;
  if (away === undefined && !refused) return null;
  const request = away ?? refused ?? null;
  return {
    summary: `${theStep(context)} found the log-in page instead: the session is missing or has ended.`,
    suspectedCause: away
      ? `${describeRequest(away)} redirects to ${pathOf({ url: new URL(away.redirected_to ?? "/", away.url).href, same_origin: true })}`
      : request
        ? explainRequest(context, request)
        : `The page went to ${failure.page?.url ?? "the log-in page"} by itself.`,
    suggestedFix:
      "Give the suite an auth block with a user who may see this page, or check why the app drops the session.",
    confidence: request ? lessBy(0.9, request.near) : 0.75,
    request,
  };
};

/** The runner's own log-in, after which the form is still there. */
const refusedLogin = (context: CauseContext): Finding | null => {
  const { failure, scope } = context;
  if (failure.kind !== "not_held" || !failure.expected?.startsWith("to be logged in as ")) return null;
  const request = scope.requests.findLast((r) => isMutating(r) && isCall(r)) ?? null;
  return {
    summary: `${theStep(context)} failed: the app does not accept the log-in.`,
    suspectedCause: [request ? explainRequest(context, request) : "", failure.message]
      .filter(Boolean)
      .join("; "),
    suggestedFix: "Check user and password of the suite's auth block, and whether the app keeps the session.",
    confidence: 0.88,
    request,
  };
};

export const auth = defineRule({
  category: "auth",
  find: (context) => {
    const away = sentAway(context);
    if (away) return away;
    const { failure, scope } = context;
    const loginRefused = refusedLogin(context);
    if (loginRefused) return loginRefused;
    if (wantsRefusal(context)) return null;
    const refused = scope.requests.filter((r) => isRefused(r) && isCall(r));
    const request =
      refused.find((r) => isChanged(context.difference, r)) ??
      refused.find((r) => !isSessionProbe(r) && bearsOn(context, r)) ??
      (failure.step?.expect === "no_errors" ? refused[0] : undefined);
    if (!request) return null;
    const meaning =
      request.status === 401 ? "nobody is logged in, or the session has ended" : "this user may not do this";
    return {
      summary: `${theStep(context)} was refused: ${describeAnswer(request)}.`,
      suspectedCause: `${explainRequest(context, request)} (${meaning})`,
      suggestedFix:
        request.status === 401
          ? "Check the suite's auth block and that the app keeps the session; a log-in that was refused has wrong credentials."
          : "Check the rights of the user in the suite's auth block, and the app's rule for this route.",
      confidence: isChanged(context.difference, request)
        ? lessBy(0.92, request.near)
        : isSessionProbe(request)
          ? 0.6
          : lessBy(0.88, request.near),
      request,
    };
  },
});
