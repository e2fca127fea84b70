import { evidenceSince } from "./problems.ts";
import type { Walk } from "./walk.ts";

const TRACKING = /track|event|analytic|metric|beacon|telemetry|\blog\b/i;

/** True when something was sent to the app since the step began that it may keep; what it counts of its visitors aside. */
export const isSent = ({ session }: Walk, mark: number): boolean =>
  evidenceSince(session.evidence, mark).requests.some(
    ({ method, same_origin: own, url }) =>
      own && /^(?:POST|PUT|PATCH|DELETE)$/.test(method) && !TRACKING.test(new URL(url).pathname),
  );
