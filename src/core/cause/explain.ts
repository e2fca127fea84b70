import type { CaseFailure } from "#model/failure.ts";
import type { RootCause, ServerStatus } from "#model/root-cause.ts";
import type { Meter } from "#core/llm/meter.ts";
import type { LogBackend } from "#ports/logs.ts";
import type { LastPass } from "#ports/profile-store.ts";
import type { SourceMaps } from "#ports/source-maps.ts";
import { askModel } from "./ask-model.ts";
import { type CauseContext, contextOf, explainRequest, theStep } from "./context.ts";
import { differenceTo } from "./difference.ts";
import { evidenceLines, toldErrors } from "./evidence-lines.ts";
import { type Asks, type Clock, faultOf, inquire, recordsOf } from "./inquiry.ts";
import { withOriginalStacks } from "./original-stacks.ts";
import { redact } from "./redact.ts";
import { faultInBody } from "./response-body.ts";
import { failed, isCall, isSessionProbe } from "./requests.ts";
import type { Finding } from "./rules/define-rule.ts";
import { rules } from "./rules/rules.ts";
import type { ScopedRequest } from "./scope.ts";
import { scopeOf } from "./scope.ts";

export type ExplainerOptions = {
  /** Where the app's server logs are; null when none is set up. */
  logs: LogBackend | null;
  /** The source maps of the app; absent: stacks stay as the browser tells them. */
  sourceMaps?: SourceMaps;
  /** What is known of the last run in which a case passed; absent: nothing. */
  lastPass?(caseId: string): Promise<LastPass | null>;
  clock: Clock;
  /** How often the log backend is asked before no line counts as none, and how long to wait in between. */
  asks?: Asks;
  /** The model that is asked where the rules do not know, or hardly. */
  meter?: Pick<Meter, "step">;
};

/** Below this a finding of the rules is put to the model as well. */
const sure = 0.6;

/** Says why a case did not pass. Never rejects: what could not be found out is said in the cause. */
export type Explainer = (failure: CaseFailure, signal?: AbortSignal) => Promise<RootCause>;

export const createExplainer =
  ({
    logs,
    sourceMaps,
    lastPass,
    clock,
    asks = { attempts: 3, waitMs: 1500 },
    meter,
  }: ExplainerOptions): Explainer =>
  async (told, signal) => {
    // What cannot be compared is told by itself.
    const last = await lastPass?.(told.caseId).catch(() => null);
    const difference = last ? differenceTo(told, last) : null;
    const [failure, inquiry] = await Promise.all([
      withOriginalStacks(told, sourceMaps ?? null, signal),
      inquire(logs, told, scopeOf(told, difference), { clock, asks, signal }),
    ]);
    const context = contextOf(failure, scopeOf(failure, difference), inquiry, difference);
    const found = byRules(context);
    const cause = causeOf(found.category, found.finding, context, logs);
    const { model = null } = (found.finding.confidence < sure && meter?.step()) || {};
    if (model === null) return cause;
    const answer = await askModel(model, context, found.finding, signal);
    if (answer.kind === "none") return cause;
    if (answer.kind === "failed")
      return {
        ...cause,
        summary: redact(`${cause.summary} The model could not be asked: ${answer.message}.`),
      };
    const request = answer.request ?? found.finding.request ?? null;
    return { ...answer.cause, ...serverSide(context, request, logs) };
  };

const byRules = (context: CauseContext): { category: RootCause["category"]; finding: Finding } => {
  for (const { category, find } of rules) {
    const finding = find(context);
    if (finding) return { category, finding };
  }
  return { category: "unknown", finding: unexplained(context) };
};

const serverSide = (
  context: CauseContext,
  request: ScopedRequest | null,
  logs: LogBackend | null,
): Pick<RootCause, "server_status" | "trace_id"> => ({
  server_status: request ? serverStatus(context, request, logs) : null,
  trace_id: request?.trace_id ?? null,
});

const causeOf = (
  category: RootCause["category"],
  finding: Finding,
  context: CauseContext,
  logs: LogBackend | null,
): RootCause => {
  const side = serverSide(context, finding.request ?? null, logs);
  const doubt =
    side.server_status === "diagnosis_failed"
      ? ` The server's logs could not be asked: ${context.inquiry.error}.`
      : "";
  return {
    category,
    summary: redact(finding.summary + doubt),
    suspected_cause: redact(finding.suspectedCause),
    suggested_fix: redact(finding.suggestedFix),
    confidence: finding.confidence,
    ...side,
    evidence: evidenceLines(context, finding),
  };
};

/** The first that holds, in this order. */
const serverStatus = (
  { inquiry }: CauseContext,
  request: ScopedRequest,
  logs: LogBackend | null,
): ServerStatus => {
  if (faultOf(inquiry, request)) return "diagnosed";
  if (inquiry.error !== null) return "diagnosis_failed";
  if (recordsOf(inquiry, request).length === 0 && failed(request) && faultInBody(request))
    return "inferred_no_logs";
  if (request.trace_id === null) return "no_trace_id";
  if (!logs) return "no_log_backend";
  return "no_logs_matched";
};

/** What is known of a failure that no rule explains. */
const unexplained = (context: CauseContext): Finding => {
  const { failure, scope } = context;
  const request = scope.requests.find((r) => failed(r) && isCall(r) && !isSessionProbe(r)) ?? null;
  const console = toldErrors(context)[0]?.text.slice(0, 300);
  const nearest = request
    ? explainRequest(context, request)
    : console
      ? `the console says: ${console}`
      : null;
  return {
    summary: `${theStep(context)} failed: ${failure.message.slice(0, 300)}`,
    suspectedCause: nearest
      ? `Unknown; the nearest trouble is that ${nearest}`
      : "Unknown: the evidence shows no reason.",
    suggestedFix: "Look at the step's picture and the trace of the case.",
    confidence: 0.2,
    request,
  };
};
