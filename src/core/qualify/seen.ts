import type { ElementFact, PageFacts } from "#ports/edge.ts";
import type { Place } from "./fault.ts";
import type { SeenFacts, Traffic } from "./traffic.ts";

/** The first place of each case among places in order. */
export const firstPlaces = (places: readonly Place[]): Place[] => {
  const first = new Map<string, Place>();
  for (const { caseId, step } of places) if (!first.has(caseId)) first.set(caseId, { caseId, step });
  return [...first.values()];
};

/** What a case was shown, in order. */
export const looksOf = ({ facts }: Traffic, caseId: string): SeenFacts[] =>
  facts.filter((look) => look.caseId === caseId);

/** What a case was shown from a moment on, in order. */
const shownFrom = ({ facts }: Traffic, caseId: string, at: number): PageFacts[] =>
  facts.filter((seen) => seen.caseId === caseId && seen.at > at).map((seen) => seen.facts);

/** Whether a text was to be seen by a case from a moment on. */
export const isShown = (traffic: Traffic, caseId: string, at: number, text: string): boolean =>
  text !== "" &&
  shownFrom(traffic, caseId, at).some(({ elements }) =>
    elements.some((element) => element.text.includes(text)),
  );

const weight = ({ role, text, chrome, interactive }: ElementFact): number => {
  if (chrome || interactive || text.length < 3 || text.length > 80) return 0;
  if (role === "status" || role === "alert") return 4;
  if (role === "heading") return 3;
  return /\d/.test(text) ? 2 : 1;
};

/**
 * The text that tells best what came of what a case did at a moment: one that was not to be seen before it. With `always`,
 * else any of that page. Null when there is none.
 */
export const textAfter = (traffic: Traffic, caseId: string, at: number, always = false): string | null => {
  const [after] = shownFrom(traffic, caseId, at);
  if (!after) return null;
  const earlier = traffic.facts.findLast((seen) => seen.caseId === caseId && seen.at < at);
  const before = new Set(earlier?.facts.elements.map(({ text }) => text));
  const fresh = after.elements.filter(({ text }) => !before.has(text));
  const pool = fresh.some((element) => weight(element) > 0) || !always ? fresh : after.elements;
  const [best] = pool.toSorted((a, b) => weight(b) - weight(a));
  return best && weight(best) > 0 ? best.text : null;
};
