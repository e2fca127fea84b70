import type { CauseContext } from "./context.ts";
import { pageErrorsOf } from "./page-errors.ts";
import { failed, isCall, isSessionProbe } from "./requests.ts";
import type { ScopedRequest } from "./scope.ts";

const errorTitle =
  /^\s*(?:error\b|40[0-9]\b|50[0-9]\b|not found|page not found|bad gateway|internal server error|service unavailable|application error)/i;

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
  return !scope.requests.some(
    (r) => isCall(r) && failed(r) && r.near === "step" && r.status !== 404 && !isSessionProbe(r),
  );
};
