import type { RequestEvidence } from "#model/evidence.ts";
import { evidenceSince } from "./problems.ts";
import type { Walk } from "./walk.ts";

const TRACKING = /track|event|analytic|metric|beacon|telemetry|\blog\b/i;

/** What was sent to the app since the step began that it may keep; what it counts of its visitors aside. */
export const sentSince = ({ session }: Walk, mark: number): RequestEvidence[] =>
  evidenceSince(session.evidence, mark).requests.filter(
    ({ method, same_origin: own, url }) =>
      own && /^(?:POST|PUT|PATCH|DELETE)$/.test(method) && !TRACKING.test(new URL(url).pathname),
  );

export const isSent = (walk: Walk, mark: number): boolean => sentSince(walk, mark).length > 0;
