import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues, readDate } from "#core/suite/order.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, headingOf, isUnique, itemName, mainList } from "#core/explore/lists/lists.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { dayAs } from "#core/generate/days/days.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { itemPages } from "#core/generate/records/item-pages.ts";
import { ANY_DAY, PASSING, labelled, labelledDay } from "#core/generate/labelled.ts";
import { captureName, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";

const MOST_COLUMNS = 3;
const LEAST_LABEL = 4;
const SHORT_OF_DAYS = /^(?:due|day|end)$/i;
const A_DAY = 86_400_000;

/** What the column of a list says of an item, and what the item's page says under the same label. */
type Pair = {
  item: SurveyItem;
  page: SitePage;
  column: string;
  /** The label with what stands between it and the value. */
  label: string;
  listed: string;
  shown: string;
  /** All that the page has behind the label. */
  rest: string;
};

/** The date that the text begins with. */
const firstDate = (text: string): string | null => {
  const [found] = findValues(text.slice(0, 40), "date");
  return found !== undefined && text.startsWith(found) ? found : null;
};

const shape = (date: string): string => date.replaceAll(/\d+/g, "0").replaceAll(/\p{L}+/gu, "M");

/** Written alike, and not as numbers that may be the day or the month. */
const isPlainly = (day: string): boolean => /\p{L}{3}|^\d{4}-/u.test(day);

/**
 * Two days, where both places write them alike; else far enough from each other, however they are read, to be no matter of
 * time zones.
 */
const isOtherDay = (a: string, b: string): boolean =>
  (isPlainly(a) && shape(a) === shape(b) && a !== b) ||
  [true, false].every((dayFirst) => {
    const [one, other] = [a, b].map((text) => readDate(`${text} UTC`, dayFirst) ?? readDate(text, dayFirst));
    return typeof one === "number" && typeof other === "number" && Math.abs(one - other) > A_DAY;
  });

const pairsOf = (site: SiteModel, list: SurveyCollection, at: number): Pair[] => {
  const column = headingOf(list, at);
  if (column === null || (column.length < LEAST_LABEL && !SHORT_OF_DAYS.test(column))) return [];
  return itemPages(site, list).flatMap(({ item, page }): Pair[] => {
    const listed = fold(item.cells[at] ?? "");
    const isDated = listed !== "" && firstDate(listed) === listed;
    const found = isDated ? labelledDay(page, column) : labelled(page, column);
    if (listed.length === 0 || !found || listed === itemName(item)) return [];
    const date = isDated ? firstDate(found.rest) : null;
    const shown = date ?? (found.rest.startsWith(listed) ? listed : found.rest.slice(0, listed.length));
    return [{ item, page, column, label: found.label, listed, shown, rest: found.rest }];
  });
};

const isDay = ({ listed, shown }: Pair): boolean =>
  firstDate(listed) === listed && firstDate(shown) === shown;

const agrees = (pair: Pair): boolean =>
  isDay(pair) ? !isOtherDay(pair.listed, pair.shown) : pair.listed === pair.shown;

const NUMBER = /^-?\d[\d.,]*(?![\w.,])/;

/** What the page says is another such value, and not the same in other words, or more of it than the list has room for. */
const isAnother = ({ listed, rest }: Pair, values: string[]): boolean => {
  if (NUMBER.test(listed))
    return NUMBER.exec(listed)?.[0] === listed && shape(NUMBER.exec(rest)?.[0] ?? "") === shape(listed);
  return values.some(
    (value) =>
      value !== listed && value.length >= LEAST_LABEL && rest.startsWith(value) && !value.startsWith(listed),
  );
};

/** The value as the page writes such values; null where that is not clear. */
const asShown = (pair: Pair): string | null => {
  const { listed, shown } = pair;
  if (!isDay(pair) || shape(listed) === shape(shown)) return null;
  const time = /\//.test(listed) ? null : readDate(`${listed} UTC`, true);
  return time === null
    ? null
    : dayAs([shown, shown], new Date(Math.round(time / A_DAY) * A_DAY).toISOString().slice(0, 10));
};

/** Another day below a word for any day may be below the end of a longer label, where the page has the listed one elsewhere. */
const isOfOther = (pair: Pair): boolean =>
  !agrees(pair) && ANY_DAY.test(pair.column) && pair.page.survey.text.includes(asShown(pair) ?? pair.listed);

/** It can be said how the page has to write the day, and it does so where it means that day. */
const isClear = (pair: Pair): boolean => {
  const written = asShown(pair) ?? (shape(pair.listed) === shape(pair.shown) ? pair.listed : null);
  return written !== null && (!agrees(pair) || written === pair.shown);
};

/** Those that can be compared; of a column of days, where a day is given. */
const comparable = (all: Pair[], list: SurveyCollection, at: number): Pair[] => {
  const values = list.items.map(({ cells }) => fold(cells[at] ?? ""));
  const pairs = all.some(isDay) ? all.filter(({ listed }) => /\d/.test(listed)) : all;
  return pairs.filter((pair) =>
    isDay(pair) ? isClear(pair) && !isOfOther(pair) : agrees(pair) || isAnother(pair, values),
  );
};

/** One label for a day means one day, where it says which. Of other values that is so where most agree, and are not all the same. */
const areMeant = (pairs: Pair[]): boolean => {
  if (pairs.some(({ column }) => PASSING.test(column))) return false;
  if (pairs.every(isDay) && !pairs.some(({ column }) => ANY_DAY.test(column))) return pairs.length > 1;
  const right = pairs.filter(agrees);
  return right.length * 2 > pairs.length && new Set(right.map(({ listed }) => listed)).size > 1;
};

const stepsFor = (list: SurveyCollection, from: SitePage, pairs: Pair[]): StepDocument[] => {
  const [first] = pairs;
  if (!first || list.target === null) return [];
  const row = { role: "row", name: literal(itemName(first.item)), within: literalTarget(list.target) };
  const told = pairs.map((pair, at) => ({
    pair,
    name: captureName("listed", String(at + 1)),
    day: asShown(pair),
  }));
  const taken = told.filter(({ day }) => day === null);
  const capture = Object.fromEntries(
    taken.map(({ pair, name }) => [name, { text: { column: pair.column } }]),
  );
  return [
    ...(taken.length > 0 ? [...openPage(from), idle, { capture, within: row } as StepDocument] : []),
    { goto: literal(first.page.path) },
    idle,
    ...told.map(({ pair, name, day }): StepDocument => {
      const value = day ?? `\${${name}}`;
      const text = {
        target: literalTarget(mainOf(first.page.survey)),
        contains: `${literal(pair.label)}${value}`,
      };
      return { expect: { text } };
    }),
  ];
};

const draft = (site: SiteModel, from: SitePage): { differs: boolean; case: Draft } | null => {
  const list = mainList(from.survey);
  if (!isByAddress(from) || list?.kind !== "table" || !isUnique(list.items.map(itemName))) return null;
  const columns = list.columns
    .map((_, at) => comparable(pairsOf(site, list, at), list, at))
    .filter((pairs) => pairs.length > 0 && areMeant(pairs))
    // Those with something to find come first.
    .toSorted((a, b) => Number(a.every(agrees)) - Number(b.every(agrees)))
    .slice(0, MOST_COLUMNS);
  const all = columns.flat();
  const wrong = all.filter((pair) => !agrees(pair));
  const pages = [...new Set((wrong.length > 0 ? wrong : all).map(({ page }) => page))];
  const [first] = pages;
  if (!first) return null;
  const names = columns.map((pairs) => `"${short(pairs[0]?.column ?? "", 30)}"`).join(", ");
  const steps = stepsFor(
    list,
    from,
    all.filter(({ page }) => page === first),
  );
  return {
    differs: wrong.length > 0,
    case: {
      id: `same-${from.id}`,
      title: `The list and the page of an item say the same under ${names}`,
      steps,
      rank: 21,
    },
  };
};

export const sameValues = defineOracle({
  id: "same-values",
  summary:
    "What a list says of an item in a column, the item's page says as well where it has the same label.",
  looks: true,
  applies(site) {
    const kinds = Map.groupBy(site.pages, ({ pattern }) => withoutQuery(pattern));
    return [...kinds.values()].flatMap((pages) => {
      const found = pages.flatMap((page) => draft(site, page) ?? []);
      return (found.find(({ differs }) => differs) ?? found[0])?.case ?? [];
    });
  },
});
