import type { RequestEvidence } from "#model/evidence.ts";
import { SOON_MS } from "#core/explore/pages/late-limits.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/** A page is no longer waited for than about that long. */
const SLOW_MS = 3_500;

/** What the scripts of a page read from the app. */
export const isData = ({ method, same_origin: own, resource_type: type }: RequestEvidence): boolean =>
  own && method === "GET" && /^(?:fetch|xhr)$/.test(type);

/** The path of its address. */
export const pathAsked = ({ url }: RequestEvidence): string => new URL(url).pathname;

/** Notes how long the data was waited for that the scripts of a page asked for as it was opened. */
export const noteData = ({ session, data }: Walk, address: string, mark: number): void => {
  const asked = evidenceSince(session.evidence, mark).requests.filter(isData);
  if (asked.length === 0) return;
  data.asked += 1;
  if (asked.every(({ duration_ms: ms }) => ms !== null && ms <= SOON_MS)) data.soon += 1;
  const isSlow = asked.some(({ duration_ms: ms, status, failure }) =>
    ms === null ? status === null && failure === null : ms > SLOW_MS,
  );
  if (isSlow) data.slow.add(address);
};
