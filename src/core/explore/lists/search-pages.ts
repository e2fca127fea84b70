import type { SiteSearch } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { leadsOn } from "#core/explore/controls/leads-on.ts";
import { fold, mainList, sameList } from "./lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, isThorough, spend } from "#core/explore/pages/walk.ts";

const MOST_TERMS = 4;
const LEAST_SHARE = 0.35;
const MOST_SHARE = 0.85;
const WANTED_SHARE = 0.6;

/** Pairs of letters that many rows have, but not all: these are likely to be found on more than one page. */
const commonPairs = ({ items }: SurveyCollection): string[] => {
  const rows = items.map(
    ({ text }) => new Set([...text.toLowerCase().matchAll(/(?=([a-z]{2}))/g)].map(([, pair]) => pair ?? "")),
  );
  const share = (pair: string): number => rows.filter((row) => row.has(pair)).length / rows.length;
  const off = (pair: string): number => Math.abs(share(pair) - WANTED_SHARE);
  return [...new Set(rows.flatMap((row) => [...row]))]
    .filter((pair) => share(pair) >= LEAST_SHARE && share(pair) <= MOST_SHARE)
    .toSorted((a, b) => off(a) - off(b))
    .slice(0, MOST_TERMS);
};

/** A text with just one number, parted at that. */
const parted = (text: string): [before: string, after: string] | null => {
  const [, before, after] = /^(\D*)\d[\d.,]*(\D*)$/.exec(fold(text)) ?? [];
  return before === undefined || after === undefined || `${before}${after}`.trim() === ""
    ? null
    : [before, after];
};

/** A word that finds more than a page has room for, and what says how many it finds. Null where nothing does. */
export const searchPages = async (
  walk: Walk,
  page: SitePage,
  { field, trigger, inPlace, suggests, away, found }: SiteSearch,
): Promise<SiteSearch["pages"] | null> => {
  const list = mainList(page.survey);
  const isPlain = found && inPlace && !suggests && !away && isThorough(walk);
  if (!isPlain || !list?.paging?.next || field.target === null) return null;
  const { page: browsed } = walk.session;
  const wait = { timeoutMs: ACT_TIMEOUT };
  for (const term of commonPairs(list)) {
    if (!(await open(walk, page.path)).ok || !spend(walk)) return null;
    if (!(await browsed.act(field.target, { kind: "fill", value: term }, wait)).ok) return null;
    if (trigger === "enter") await browsed.act(field.target, { kind: "press", key: "Enter" }, wait);
    else if (trigger !== "typing") await browsed.act(trigger.submit, { kind: "click" }, wait);
    const survey = await lookAnswered(walk);
    const shown = survey ? sameList(survey, list) : null;
    const next = survey && leadsOn(survey, shown?.paging?.next ?? null);
    if (!survey || !shown || next === null) continue;
    const total = survey.counters.flatMap(({ text, number }) => {
      const words = parted(text);
      const isLess = page.survey.counters.some(
        (other) => String(parted(other.text)) === String(words) && number < other.number,
      );
      return words && isLess && number > shown.rows ? [words] : [];
    })[0];
    if (total) return { term, next, total };
  }
  return null;
};
