import type { CaseEvidence } from "#model/evidence.ts";

/** Where the app does not say how long it wants to be left alone. */
const UNSAID_MS = 5_000;
/** An app that wants longer is not waited for that long at one go. */
const LONGEST_MS = 65_000;

/** All waits of one exploration, or of one suite, together, ms. */
export const MOST_WAIT_MS = 130_000;

export type Refusal = {
  /** `GET /api/items`. */
  request: string;
  /** How long to leave the app alone before the next request, ms: as it said, at most 65 s. */
  waitMs: number;
};

/**
 * What the app refused since a step began because it was asked too often (429), with the longest wait that it asked for; null
 * when it refused nothing so.
 */
export const askedTooOften = (evidence: CaseEvidence, since: number): Refusal | null => {
  const refused = evidence.requests.filter(
    ({ step, same_origin: own, status }) => step >= since && own && status === 429,
  );
  const [first] = refused;
  if (!first) return null;
  const waits = refused.map(({ retry_after_s: after }) =>
    after === undefined ? UNSAID_MS : Math.min(Math.max(after * 1_000, 500), LONGEST_MS),
  );
  const path = URL.canParse(first.url) ? new URL(first.url).pathname : first.url;
  return { request: `${first.method} ${path}`, waitMs: Math.max(...waits) };
};
