import { inTurns } from "#model/in-turns.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyLink } from "#model/survey.ts";
import { isFile, normalise, pathOf } from "./address.ts";
import { isOfOneTime } from "./own-beginning.ts";
import { askedOf, choiceOf } from "./queries.ts";
import { DECIDES, DELETE, LOG_OUT, isDangerousAddress, setsLanguage } from "#core/explore/words.ts";
import { unusualLeads } from "#core/explore/lists/unusual-leads.ts";
import type { Walk } from "./walk.ts";
import { isThorough } from "./walk.ts";

export type Lead = { url: URL; depth: number; via: SitePage["via"] };

export type Frontier = {
  /** Takes up the links of a page. */
  add(from: SitePage, survey: PageSurvey, depth: number): void;
  push(lead: Lead): void;
  /** The next address that is worth opening; null when none is left. */
  next(): Lead | null;
  /** Tells that an opened address showed a kind of page that was not known. */
  wasNew(lead: Lead): void;
  /** Tells that an opened address showed no page. */
  wasNone(lead: Lead): void;
  /** Those. */
  none(): readonly Lead[];
  /**
   * Some more of those that were left out as items of a kind that is known, spread over all of them, and over those with unusual
   * amounts; what those lead to has its turn when it is asked again.
   */
  sample(): Lead[];
  /** Those that were left out as items of a kind that is known. */
  items(): Lead[];
  /** So many at most of those that were left out and are such. */
  take(isMeant: (lead: Lead) => boolean, most: number): Lead[];
  /** Never opened, for lack of news or of room. */
  leftOut(): Lead[];
  /** How many different addresses were met. */
  seen(): number;
};

/** Examples of one pattern that are opened. */
const EXAMPLES = 2;
/** How many more are opened for each that showed something new, and how many at most. */
const FURTHER = { quick: { more: 1, most: 8 }, thorough: { more: 8, most: 24 } };
/** Visits by the same parameters, of whatever pages that are known, after which what is new in one brings about no more. */
const MOST_ASKED = 6;
const MOST_LEADS = 2_000;
/** Items that are looked at besides, of each kind, and at a time. */
const SAMPLES = { quick: { each: 1, all: 3 }, thorough: { each: 8, all: 32 } };

/**
 * Breadth first; at one depth, patterns of which least was seen come first, so that a list of many items costs a few
 * visits and the rest of the app gets its turn. Nor do the many ways in which one list can be asked for take it, nor what can be
 * asked of any page alike, such as a dialog over it.
 */
export const createFrontier = (walk: Walk): Frontier => {
  const waiting = new Map<string, Lead>();
  const known = new Set<string>();
  const opened = new Map<string, number>();
  const allowed = new Map<string, number>();
  const choices = new Map<string, number>();
  const asked = new Map<string, number>();
  const sampled = new Map<string, number>();
  const none: Lead[] = [];
  let overflow = 0;

  const push = (lead: Lead): void => {
    const path = pathOf(lead.url);
    if (known.has(path) || isOfOneTime(walk, lead.url)) return;
    if (waiting.size >= MOST_LEADS) {
      overflow += 1;
      return;
    }
    known.add(path);
    waiting.set(path, lead);
  };

  /** How often what the address asks for was asked of pages that are there without it. */
  const askedBefore = (pattern: string): number => {
    const of = askedOf(pattern);
    return of && opened.has(of.page) ? Math.min(...of.names.map((name) => asked.get(name) ?? 0)) : 0;
  };

  const isKnownItem = (pattern: string): boolean =>
    pattern.includes(":id") && !pattern.includes("?") && opened.has(pattern);

  return {
    push,
    add(from, survey, depth) {
      const links = [...survey.links].toSorted((a, b) => Number(b.chrome) - Number(a.chrome));
      for (const link of links) {
        const url = addressOf(walk, link);
        if (url) push({ url, depth, via: { pageId: from.id, text: link.text, target: link.target } });
      }
    },
    next() {
      let best: { path: string; lead: Lead; score: number } | null = null;
      for (const [path, lead] of waiting) {
        if (lead.depth > walk.limits.depth) {
          walk.reached.add("depth");
          continue;
        }
        const pattern = walk.patterns.of(lead.url);
        const seen = opened.get(pattern) ?? 0;
        if (seen >= (allowed.get(pattern) ?? EXAMPLES)) continue;
        const chosen = choices.get(choiceOf(pattern) ?? "") ?? 0;
        const score = lead.depth * 10 + seen * 15 + chosen * 10 + askedBefore(pattern) * 10;
        if (!best || score < best.score) best = { path, lead, score };
        if (score === 0) break;
      }
      if (!best) return null;
      waiting.delete(best.path);
      const pattern = walk.patterns.of(best.lead.url);
      opened.set(pattern, (opened.get(pattern) ?? 0) + 1);
      const place = choiceOf(pattern);
      if (place !== null) choices.set(place, (choices.get(place) ?? 0) + 1);
      for (const name of askedOf(pattern)?.names ?? []) asked.set(name, (asked.get(name) ?? 0) + 1);
      return best.lead;
    },
    wasNew(lead) {
      const pattern = walk.patterns.of(lead.url);
      const now = opened.get(pattern) ?? 0;
      const { more, most } = FURTHER[isThorough(walk) ? "thorough" : "quick"];
      if (now > 1 && askedBefore(pattern) < MOST_ASKED) allowed.set(pattern, Math.min(most, now + more));
    },
    wasNone: (lead) => void none.push(lead),
    none: () => none,
    sample() {
      const kinds = Map.groupBy(waiting.values(), ({ url }) => walk.patterns.of(url));
      const surveys = [...walk.pages.values()].map(({ survey }) => survey);
      const { each, all } = SAMPLES[isThorough(walk) ? "thorough" : "quick"];
      const ofKinds = [...kinds]
        .filter(([pattern]) => isKnownItem(pattern))
        .map(([pattern, leads]) => {
          const most = each - (sampled.get(pattern) ?? 0);
          const odd = spread(unusualLeads(leads, surveys, walk.origin), Math.floor(most / 2));
          const others = leads.filter((lead) => !odd.includes(lead));
          return [...odd, ...spread(others, most - odd.length)];
        });
      const chosen = inTurns(ofKinds).slice(0, all);
      for (const { url } of chosen) {
        const pattern = walk.patterns.of(url);
        sampled.set(pattern, (sampled.get(pattern) ?? 0) + 1);
      }
      for (const lead of chosen) waiting.delete(pathOf(lead.url));
      return chosen;
    },
    items: () => [...waiting.values()].filter(({ url }) => isKnownItem(walk.patterns.of(url))),
    take(isMeant, most) {
      const chosen = [...waiting.values()].filter(isMeant).slice(0, most);
      for (const lead of chosen) waiting.delete(pathOf(lead.url));
      return chosen;
    },
    leftOut: () => [...waiting.values()],
    seen: () => known.size + overflow,
  };
};

/** So many at most, as far from each other as can be. */
const spread = <T>(all: T[], most: number): T[] => {
  if (all.length <= most) return all;
  const step = most > 1 ? (all.length - 1) / (most - 1) : 0;
  return Array.from({ length: most }, (_, at) => all[Math.round(at * step)]).filter(
    (each) => each !== undefined,
  );
};

/** The page that a link leads to; null when it leads out of the app, to a file, to no page, or to something that could do harm. */
export const addressOf = (walk: Walk, link: SurveyLink): URL | null => {
  if (!link.same_origin || link.download || link.scripted) return null;
  const url = normalise(link.href, walk.origin);
  if (!url || url.origin !== walk.origin || isFile(url)) return null;
  const path = pathOf(url);
  if (
    LOG_OUT.test(link.text) ||
    DELETE.test(link.text) ||
    (DECIDES.test(link.text.trim()) && /\d/.test(path)) ||
    isDangerousAddress(path) ||
    setsLanguage(link.text, path)
  ) {
    walk.avoided.add(link.text || path);
    return null;
  }
  return url;
};
