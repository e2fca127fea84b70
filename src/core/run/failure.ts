import type { CaseFailure } from "#model/failure.ts";
import type { CaseEvidence } from "#model/evidence.ts";
import type { RootCause } from "#model/root-cause.ts";
import type { Session, TraceStory } from "#ports/browser.ts";
import type { Journal } from "./journal.ts";
import type { Mask } from "./mask.ts";
import type { RunContext } from "./options.ts";
import type { FailedStep } from "./perform.ts";
import { sayFailure } from "#core/suite/say-failure.ts";

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nothingSeen: CaseEvidence = {
  requests: [],
  page_errors: [],
  console: [],
  dialogs: [],
  navigations: [],
  left_out: 0,
};

/** Gathers what a root cause may be told from, while the session is still open; secrets covered. */
export const gatherFailure = async (
  caseId: string,
  failed: FailedStep,
  session: Session,
  baseUrl: string,
  mask: Mask,
): Promise<CaseFailure> => {
  const { failure } = failed;
  const page = failure.kind === "crashed" ? null : await session.page.state().catch(() => null);
  return mask.deep<CaseFailure>({
    caseId,
    status: failure.verdict,
    step: {
      index: failed.index,
      verb: failed.verb,
      expect: failure.expect ?? null,
      text: failed.text,
      target: failure.target ?? null,
      startedAt: failed.startedAt,
      endedAt: failed.endedAt,
    },
    kind: failure.kind,
    message: failure.message,
    expected: failure.expected ?? null,
    observed: failure.observed ?? null,
    candidates: failure.candidates ?? [],
    evidence: structuredClone(session.evidence),
    page,
    baseUrl,
  });
};

/** A case that could not begin. */
export const failureBeforeStart = (
  caseId: string,
  kind: CaseFailure["kind"],
  message: string,
  baseUrl: string,
  mask: Mask,
): CaseFailure =>
  mask.deep<CaseFailure>({
    caseId,
    status: "broken",
    step: null,
    kind,
    message,
    expected: null,
    observed: null,
    candidates: [],
    evidence: nothingSeen,
    page: null,
    baseUrl,
  });

/** The short reason of a case: which step, what was expected, what was seen. */
export const sayWhy = (failed: FailedStep): string =>
  `step ${failed.index + 1} (${failed.text}): ${sayFailure(failed.failure)}`;

/** What stands in the report when the cause could not be looked for. */
const causeUnknown = (error: unknown): RootCause => ({
  category: "unknown",
  summary: "The cause could not be looked for",
  suspected_cause: messageOf(error),
  suggested_fix: "Look at the step's picture and at the evidence file",
  confidence: 0,
  server_status: null,
  trace_id: null,
  evidence: [],
});

/** The root cause of a failure, which never rejects; null when the run was cancelled. */
export const explain = async (
  context: Pick<RunContext, "explain" | "signal" | "mask" | "journal">,
  failure: CaseFailure,
): Promise<RootCause | null> => {
  if (context.signal.aborted) return null;
  try {
    return context.mask.deep(await context.explain(failure));
  } catch (error) {
    const message = `the cause of ${failure.caseId} could not be looked for: ${messageOf(error)}`;
    context.journal.log("error", message, failure.caseId);
    return context.mask.deep(causeUnknown(error));
  }
};

/** Keeps what an attempt that did not pass has seen. */
export const saveEvidence = (journal: Journal, folder: string, failure: CaseFailure): void =>
  journal.file(`${folder}evidence.json`, new TextEncoder().encode(JSON.stringify(failure, null, 2)));

/** Keeps the trace archive of an attempt that did not pass and gives its name; null when there is none. */
export const keepTrace = async (
  { journal, trace, mask }: RunContext,
  session: Session,
  folder: string,
  story: TraceStory,
): Promise<string | null> => {
  if (trace === "off") return null;
  const archive = await session.saveTrace({ ...story, title: mask.text(story.title) }).catch(() => null);
  if (!archive) return null;
  journal.file(`${folder}trace.zip`, archive);
  return `${folder}trace.zip`;
};
