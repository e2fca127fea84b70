import type { SitePage } from "#model/site-pages.ts";
import { isByAddress } from "./by-address.ts";
import type { Walk } from "./walk.ts";

/** Nobody likes to wait longer for a page. */
export const LATE_MS = 5_000;
/** What most pages of the app take at most: else it is the machine that is slow. */
const SOON_MS = 1_000;
const LEAST_PAGES = 3;
const MOST = 2;

/**
 * Addresses of pages whose document took more than 5 s to be answered, twice, while those of most others came within one.
 */
export const latePages = async (walk: Walk, pages: SitePage[]): Promise<string[]> => {
  const { session, origin } = walk;
  const took = new Map<string, number>();
  for (const { url, resource_type: type, duration_ms: ms, method } of session.evidence.requests) {
    if (type !== "document" || method !== "GET" || ms === null) continue;
    took.set(url, Math.min(took.get(url) ?? Infinity, ms));
  }
  const all = [...took.values()].toSorted((a, b) => a - b);
  const median = all[Math.floor(all.length / 2)] ?? Infinity;
  if (all.length < LEAST_PAGES || median > SOON_MS) return [];
  const slow = pages.filter(
    (page) =>
      isByAddress(page) &&
      !page.path.includes("#") &&
      (took.get(new URL(page.path, origin).href) ?? 0) > LATE_MS,
  );
  const late: string[] = [];
  for (const { path } of slow.slice(0, MOST)) {
    if (walk.over()) break;
    const url = new URL(path, origin).href;
    const answer = await session.request({ method: "GET", url, timeoutMs: 4 * LATE_MS });
    if (answer.ok && answer.durationMs > LATE_MS) late.push(path);
  }
  return late;
};
