import type { CaseEvidence, PageState } from "./evidence.ts";
import type { Healed } from "./healing.ts";
import type { Target } from "./target.ts";

/** An element as messages name it. */
export type Candidate = { role: string; name: string; text: string; target: Target | null };

/**
 * Why a browser call did not succeed.
 * not_found: no element fits in time (`candidates`: the three nearest). ambiguous: several fit (`candidates`: those).
 * not_actionable: it is there but hidden, moving, disabled or covered. not_held: the condition stayed false (`observed`: what was seen).
 * unreachable: the address could not be loaded (`message`: the network error). timeout: the page did not answer in time.
 * invalid: the call makes no sense on this element (fill on an image). crashed: tab or browser lost. closed: cancelled.
 * refused: by the outbound policy.
 */
export type FailureKind =
  | "not_found"
  | "ambiguous"
  | "not_actionable"
  | "not_held"
  | "unreachable"
  | "timeout"
  | "invalid"
  | "crashed"
  | "closed"
  | "refused";
export type Failure = {
  ok: false;
  failure: FailureKind;
  message: string;
  candidates?: Candidate[];
  observed?: string;
};

/** A case that did not pass, with everything that its root cause may be told from. */
export type CaseFailure = {
  caseId: string;
  status: "failed" | "broken";
  /** The step that failed; null when the case could not start. */
  step: {
    index: number;
    verb: string;
    /** The kind of the expect that failed, for verb `expect`. */
    expect: string | null;
    text: string;
    target: Target | null;
    startedAt: string;
    endedAt: string;
  } | null;
  /**
   * `value`: a variable had no value or a capture found nothing. `model`: a language model was needed and there was none, or it gave
   * no usable answer. `internal`: the runner itself failed.
   */
  kind: FailureKind | "value" | "internal" | "model";
  message: string;
  expected: string | null;
  observed: string | null;
  candidates: Candidate[];
  /** What the step's targets may be now, by what their elements were like when the case passed last. */
  healed?: Healed[];
  evidence: CaseEvidence;
  page: PageState | null;
  baseUrl: string;
};
