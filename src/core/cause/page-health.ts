import type { CauseContext } from "./context.ts";
import { pageErrorsOf } from "./page-errors.ts";
import { failed, isCall, isSessionProbe } from "./requests.ts";
import type { ScopedRequest } from "./scope.ts";

const errorTitle =
  /^\s*(?:error\b|40[0-9]\b|50[0-9]\b|not found|page not found|bad gateway|internal server error|service unavailable|application error)/i;

const refusalWords =
  /invalid|incorrect|wrong|denied|forbidden|unauthori[sz]ed|not (?:allowed|found|valid)|no permission|refus|log ?in|sign ?in|required|already|must |cannot|error|40\d|422/i;

/** Whether the step expects the app to refuse something: a 4xx answer is then meant, and no cause. */
export const wantsRefusal = ({ failure }: CauseContext): boolean =>
  failure.step?.verb === "expect" &&
  failure.step.expect !== "no_errors" &&
  refusalWords.test(`${failure.expected ?? ""} ${failure.step.text}`);

/** Same-origin documents that answer 404 or 410. */
export const deadDocuments = ({ scope }: CauseContext): ScopedRequest[] =>
  scope.requests.filter(
    (r) => r.resource_type === "document" && r.same_origin && (r.status === 404 || r.status === 410),
  );

/** Nothing abnormal is known of the page: no failed call, no uncaught error, no error page, not sent to the log-in. */
export const isHealthy = (context: CauseContext): boolean => {
  const { failure, scope } = context;
  if (failure.page && (failure.page.crashed || errorTitle.test(failure.page.title))) return false;
  if (context.primary || deadDocuments(context).length > 0 || pageErrorsOf(context).length > 0) return false;
  const meant = wantsRefusal(context);
  return !scope.requests.some(
    (r) =>
      !(meant && (r.status ?? 0) >= 400) &&
      isCall(r) &&
      failed(r) &&
      r.near === "step" &&
      r.status !== 404 &&
      !isSessionProbe(r),
  );
};
