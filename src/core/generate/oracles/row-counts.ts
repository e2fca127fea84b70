import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, itemName } from "#core/explore/lists/lists.ts";
import { eitherNumber, stem } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { itemPages } from "#core/generate/records/item-pages.ts";
import { rowOfItem, saidOnBoth } from "#core/generate/records/row-and-page.ts";
import { captureName, literal, short } from "#core/generate/steps.ts";

/** "12 homes for sale", "3 comments". */
const COUNT = /(?<![\p{L}\d.,:/#-])(\d{1,3}) (\p{Ll}{4,}(?: (?:for|of|in|to) \p{Ll}+)?)(?![\p{L}\d])/gu;
/** How long something takes, how large it is, or how often it was looked at. */
const MEASURED =
  /^(?:second|minute|hour|day|week|month|year|time|point|percent|view|visit|click|read|litre|liter|gram|metre|meter|mile|star)s?\b/i;

/** What the row of an item counts, and what the item's page says of that. */
type Seen = {
  item: SurveyItem;
  page: SitePage;
  words: string;
  listed: number;
  said: number;
  /** Stands before the number on the page, where the words do: "Comments (". */
  before: string;
  /** The page lists as many as it says. */
  isSure: boolean;
};

/** What one and many of them begin with alike. */
const begin = (noun: string): string => noun.replace(/(?:ies|y|s)$/, "");

/** The number that the page says of these, and says just once. */
const saidOf = (page: SitePage, words: string): { said: number; before: string } | null => {
  const [noun = "", ...others] = words.split(" ");
  const rest = others.map((word) => ` ${word}`).join("");
  const label = eitherNumber(noun).replace(/^./u, (first) => `[${first}${first.toUpperCase()}]`);
  const pattern = `(?<![\\p{L}\\d])(?:(\\d{1,3}) ${eitherNumber(noun)}${escapeRegex(rest)}|(${label}:? \\(?)(\\d{1,3}))(?![\\d\\p{L}])`;
  const found = [...page.survey.text.matchAll(new RegExp(pattern, "gu"))];
  const [only, ...more] = found;
  if (!only || more.length > 0) return null;
  const [, first, before = "", last] = only;
  return { said: Number(first ?? last), before };
};

const seenIn = (site: SiteModel, list: SurveyCollection): Seen[] =>
  itemPages(site, list).flatMap(({ item, page }) => {
    const name = itemName(item);
    const text = fold(item.text).replace(name, " | ");
    const counts = [...text.matchAll(COUNT)].filter(([, , words = ""]) => !MEASURED.test(words));
    return counts.flatMap(([, number, words = ""]): Seen[] => {
      const isOnce = counts.filter(([, , other = ""]) => stem(other) === stem(words)).length === 1;
      const found = saidOf(page, words);
      if (!found || !isOnce) return [];
      const isSure = page.survey.collections.some(({ rows, paging }) => !paging && rows === found.said);
      return [{ item, page, words, listed: Number(number), ...found, isSure }];
    });
  });

const isRight = ({ listed, said }: Seen): boolean => listed === said;

/** The item whose number is looked at: a wrong one where the words mean the same in both places, else the one with most. */
const pick = (seen: Seen[]): Seen | null => {
  const right = seen.filter(isRight);
  const wrong = seen.filter((each) => !isRight(each));
  const differ = new Set(right.map(({ listed }) => listed)).size > 1;
  const most = right.toSorted((a, b) => b.listed - a.listed)[0];
  if (wrong.length === 0) return differ && most && most.listed > 1 ? most : null;
  const meant = differ && right.length > wrong.length;
  const sure = wrong.filter(({ isSure, said }) => isSure && said > 1);
  return meant || sure.length > 1 ? (sure[0] ?? wrong.find(({ listed }) => listed > 1) ?? null) : null;
};

const draft = (page: SitePage, list: SurveyCollection, seen: Seen): Draft | null => {
  const { item, words, before } = seen;
  const row = rowOfItem(list, item);
  if (row === null) return null;
  const [noun = "", ...others] = words.split(" ");
  const captured = captureName("number_of", begin(noun));
  const behind = [eitherNumber(noun), ...others].join(" ");
  const shown = before === "" ? `\${${captured}} ${begin(noun)}` : `${literal(before)}\${${captured}}`;
  return {
    id: `number-${page.id}-${begin(noun)}`,
    title: `The number of ${noun} of "${short(itemName(item), 30)}" is the same in the list and on its page`,
    steps: saidOnBoth(page, row, seen.page, { captured, match: String.raw`(\d+) ${behind}`, shown }),
    rank: 20,
  };
};

export const rowCounts = defineOracle({
  id: "row-counts",
  joins: true,
  summary: '"12 homes" in the row or on the card of an item is what the page of that item says as well.',
  looks: true,
  applies(site) {
    const had = new Set<string>();
    return site.pages.flatMap((page) => {
      if (!isByAddress(page) || page.pattern.includes(":id")) return [];
      return page.survey.collections.flatMap((list) => {
        const all = Map.groupBy(seenIn(site, list), ({ words }) => stem(words));
        return [...all].flatMap(([words, seen]) => {
          const key = `${words} ${seen[0]?.page.pattern ?? ""}`;
          const picked = had.has(key) ? null : pick(seen);
          const found = picked ? draft(page, list, picked) : null;
          if (found) had.add(key);
          return found ?? [];
        });
      });
    });
  },
});
