import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { readDate } from "#core/suite/order.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, itemName } from "#core/explore/lists/lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { itemPages } from "#core/generate/records/item-pages.ts";
import { PASSING } from "#core/generate/labelled.ts";
import { rowOfItem, saidOnBoth } from "#core/generate/records/row-and-page.ts";
import { captureName, short } from "#core/generate/steps.ts";

/** Days with their years, as they are written; each way of it by itself. */
const FORMS = [
  String.raw`\d{1,2} \p{L}{3,10}\.? \d{4}`,
  String.raw`\p{L}{3,10}\.? \d{1,2}, \d{4}`,
  String.raw`\d{4}-\d{2}-\d{2}`,
];
/** So far behind its name a page says when what it is about was written. */
const NEAR = 400;
const LEAST = 3;

const WRITTEN =
  /(?:published|posted|written|added|created|placed|ordered|ver[öo]ffentlicht|geschrieben|erstellt|bestellt|publi[ée]e?|cr[ée]{2}e?|publicado|pubblicato)(?: on| am| le| el| il)?:? $/iu;

/** Goes before or heads days that are yet to come. */
const AHEAD = /\b(?:due|deadline|expir(?:es|ed|y|ing)|ends?|renews?|until)\b/i;

/** Heads the days on which something was written, made or ordered. */
const PLAIN =
  /^(?:(?:order )?date|(?:date )?(?:placed|ordered|created|posted|published|written)(?: on| at)?|datum|bestelldatum|erstellt(?: am)?|fecha|data)$/i;

/** What the row of an item says as its only day, and the days that the item's page says near its name. */
type Seen = {
  item: SurveyItem;
  page: SitePage;
  form: string;
  listed: string;
  near: string[];
  isTold: boolean;
  /** The days that the page says it was written, and no others. */
  told: string[];
  /** The row shows its day below a heading that says no more than that, or right behind the name. */
  isPlain: boolean;
};

const daysIn = (text: string, form: string): RegExpExecArray[] => [
  ...text.matchAll(new RegExp(`(?<![\\p{L}\\d.,/-])${form}(?![\\p{L}\\d/-])`, "gu")),
];

/** The few words right before a day. */
const before = (text: string): string => /(?:[\p{L}-]+:? ){1,3}$/u.exec(text)?.[0] ?? "";

const seenIn = (site: SiteModel, list: SurveyCollection): Seen[] =>
  itemPages(site, list).flatMap(({ item, page }) => {
    const name = itemName(item);
    const row = fold(item.text).replace(name, " | ");
    const all = FORMS.flatMap((form) => daysIn(row, form).map(([listed]) => ({ form, listed })));
    const [only, ...more] = all;
    if (!only || more.length > 0) return [];
    const { text } = page.survey;
    const from = text.indexOf(name) + name.length;
    const behind = text.slice(from, from + NEAR);
    const days = daysIn(behind, only.form);
    const near = days.map(([day]) => day);
    const isSaid = ({ index }: RegExpExecArray): boolean => WRITTEN.test(behind.slice(0, index));
    // So does one that stands right below the name, without a word.
    const isHead = ({ index }: RegExpExecArray): boolean => behind.slice(0, index).trim() === "";
    const told = days.filter((day) => isSaid(day) || isHead(day)).map(([day]) => day);
    const isTold = days.every(isSaid);
    const at = item.cells.findIndex((cell) => cell.includes(only.listed));
    const heading = fold(list.columns[at]?.name ?? "");
    const beside = list.kind === "table" ? fold(item.cells[at] ?? "") : row;
    const said = `${heading} ${before(beside.slice(0, beside.indexOf(only.listed)))}`;
    const isAhead = AHEAD.test(said) && !days.some(({ index }) => AHEAD.test(before(behind.slice(0, index))));
    if (PASSING.test(said) || isAhead) return [];
    const isBelowName = list.kind !== "table" && row.replace("|", "").trim().startsWith(only.listed);
    const isPlain = PLAIN.test(heading) || isBelowName;
    return near.length > 0 ? [{ item, page, ...only, near, isTold, told, isPlain }] : [];
  });

const isRight = ({ near, listed }: Seen): boolean => near.includes(listed);

const numberOf = (day: string): string =>
  /(?<!\d)\d{1,2}(?!\d)/.exec(day.replace(/^\d{4}-\d{2}-/, ""))?.[0] ?? "";

const withoutDay = (day: string): string => day.replace(new RegExp(`(?<!\\d)${numberOf(day)}(?!\\d)`), "");

/** The page says one other day near its name, and the day of the row nowhere, in whichever way it is written. */
const isWrong = ({ near, listed, page }: Seen): boolean =>
  near.length === 1 &&
  near[0] !== listed &&
  !new RegExp(`(?<!\\d)0?${Number(numberOf(listed))}(?!\\d)`).test(page.survey.text);

const A_DAY = 86_400_000;

const isNextTo = (day: string, listed: string): boolean => {
  const [a, b] = [readDate(day, true), readDate(listed, true)];
  return a !== null && b !== null && Math.abs(a - b) < 1.1 * A_DAY;
};

/** It is the day on which the item was written that the page says, in the same month as the row or the day before or after. */
const isMeant = ({ near, listed, isTold }: Seen): boolean =>
  isTold && near.every((day) => withoutDay(day) === withoutDay(listed) || isNextTo(day, listed));

const MONTH = { least: 27.5 * A_DAY, most: 31.5 * A_DAY };

/** Months that are counted from naught: the page says the same day of the month before or after, and never that of the row. */
const isMonthOff = ({ told, listed, page, isPlain }: Seen): boolean => {
  const [day, ...others] = told;
  const [a, b] = [readDate(listed, true), day === undefined ? null : readDate(day, true)];
  if (day === undefined || a === null || b === null || others.length > 0 || !isPlain) return false;
  const far = Math.abs(a - b);
  const isMonth = far > MONTH.least && far < MONTH.most && numberOf(day) === numberOf(listed);
  return isMonth && !page.survey.text.includes(listed);
};

/** The item whose day is looked at: a wrong one where both places mean the same, else any where most are right. */
const pick = (seen: Seen[]): Seen | null => {
  const right = seen.filter(isRight);
  const wrong = seen.filter(isWrong);
  const differ = new Set(right.map(({ listed }) => listed)).size > 1;
  // Of a few the words have to say so.
  const isSame = right.length >= LEAST || wrong.every(({ isTold }) => isTold);
  if (differ && isSame && seen.length >= LEAST && right.length > wrong.length)
    return wrong[0] ?? right[0] ?? null;
  const off = seen.filter(isMonthOff);
  const isEach = off.length === seen.length && new Set(off.map(({ listed }) => listed)).size >= LEAST;
  if (isEach) return off[0] ?? null;
  const isAll = wrong.length >= LEAST && wrong.length > right.length * LEAST && wrong.every(isMeant);
  return isAll ? (wrong[0] ?? null) : null;
};

const draft = (page: SitePage, list: SurveyCollection, { item, form, page: own }: Seen): Draft | null => {
  const row = rowOfItem(list, item);
  if (row === null) return null;
  const captured = captureName("day_on", page.id);
  return {
    id: `day-${page.id}`,
    title: `The day of "${short(itemName(item), 30)}" is the same in the list and on its page`,
    steps: saidOnBoth(page, row, own, { captured, match: `(${form})`, shown: `\${${captured}}` }),
    rank: 20,
  };
};

export const rowDays = defineOracle({
  id: "row-days",
  joins: true,
  summary: "The only day in the row or on the card of an item is what the page of that item says as well.",
  looks: true,
  applies(site) {
    const had = new Set<string>();
    return site.pages.flatMap((page) => {
      if (!isByAddress(page) || page.pattern.includes(":id")) return [];
      return page.survey.collections.flatMap((list) => {
        const seen = seenIn(site, list);
        const kind = seen[0]?.page.pattern ?? "";
        const picked = had.has(kind) ? null : pick(seen);
        const found = picked ? draft(page, list, picked) : null;
        if (found) had.add(kind);
        return found ?? [];
      });
    });
  },
});
