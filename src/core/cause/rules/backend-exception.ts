import { type CauseContext, explainRequest, lessBy, theStep } from "#core/cause/context.ts";
import type { Fault } from "#core/cause/fault.ts";
import { faultOf } from "#core/cause/inquiry.ts";
import { describeAnswer } from "#core/cause/requests.ts";
import { faultInBody } from "#core/cause/response-body.ts";
import type { ScopedRequest } from "#core/cause/scope.ts";
import { defineRule, type Finding } from "./define-rule.ts";

/** Thrown to refuse a request, not because something broke. */
const refusal =
  /NotFound|Validation|Unauthori[sz]ed|Forbidden|BadRequest|Authentication|AccessDenied|HttpException|HttpError|Abort|Conflict|Jwt|JsonWebToken|TokenExpired|ZodError|Unprocessable|Http404|PermissionDenied|CSRF/i;

const place = ({ frame }: Fault): string =>
  frame
    ? [frame.function, frame.file && `${frame.file}${frame.line === null ? "" : `:${frame.line}`}`]
        .filter(Boolean)
        .join(" at ")
    : "";

const findingOf = (
  context: CauseContext,
  request: ScopedRequest,
  fault: Fault,
  confidence: number,
): Finding => {
  const where = place(fault);
  const name = fault.exception ?? "an error";
  const trace = request.trace_id ? ` The log lines of trace ${request.trace_id} have the rest.` : "";
  return {
    summary: `${theStep(context)} did not get what it needs: ${describeAnswer(request)} because the server threw ${name}.`,
    suspectedCause: explainRequest(context, request),
    suggestedFix: where
      ? `Look at ${where}: handle what made it throw ${name}, and add a test with the input of this case.${trace}`
      : `Find where the handler of this route throws ${name}, and handle it.${trace}`,
    confidence: lessBy(confidence, request.near),
    request,
  };
};

export const backendException = defineRule({
  category: "backend_exception",
  find: (context) => {
    const { primary, inquiry, scope } = context;
    if (primary) {
      const logged = faultOf(inquiry, primary)?.fault;
      if (logged && logged.strength !== "warning")
        return findingOf(
          context,
          primary,
          logged,
          logged.strength === "error" ? 0.9 : logged.frame ? 0.97 : 0.93,
        );
      const told = primary.status === null ? null : faultInBody(primary);
      if (told?.strength === "exception") return findingOf(context, primary, told, told.frame ? 0.93 : 0.88);
      return null;
    }
    // Swallowed by the server: the answer says nothing, its log does.
    for (const request of scope.requests) {
      const fault = faultOf(inquiry, request)?.fault;
      if (fault?.strength !== "exception") continue;
      if ((request.status ?? 0) >= 400 && (refusal.test(fault.exception ?? "") || !fault.frame)) continue;
      return findingOf(context, request, fault, 0.8);
    }
    return null;
  },
});
