import type { LatePage, SitePage } from "#model/site-pages.ts";
import { isByAddress } from "./by-address.ts";
import { lateData } from "./late-data.ts";
import { LATE_MS, LEAST_PAGES, MOST, SOON_MS } from "./late-limits.ts";
import type { Walk } from "./walk.ts";

/**
 * Addresses of pages whose document took more than 4 s to be answered, twice, while those of most others came within one.
 */
const lateDocuments = async (walk: Walk, pages: SitePage[]): Promise<string[]> => {
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

/** Pages that come late, or what they show does. */
export const latePages = async (walk: Walk, pages: SitePage[]): Promise<LatePage[]> => {
  const documents = await lateDocuments(walk, pages);
  const others = pages.filter(({ path }) => !documents.includes(path));
  return [...documents.map((path) => ({ path, shows: null })), ...(await lateData(walk, others))];
};
