import type { SortOrder } from "#model/site-lists.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { findAmounts, isSorted, isValue, readDate, readDuration, readNumber } from "#core/suite/order.ts";
import { fold } from "./lists.ts";
import { kindOfValues, unitOf, withoutWeekday } from "#core/explore/forms/values.ts";
import type { By } from "#core/explore/forms/values.ts";

export const columnTexts = (list: SurveyCollection, index: number): string[] =>
  list.items.map(({ cells }) => withoutWeekday(cells[index] ?? ""));

/** The only link in a cell, where the cell begins with its words. */
const leadOf = ({ cells, links }: SurveyCollection["items"][number], index: number): string | null => {
  const cell = fold(cells[index] ?? "");
  const inside = links.map(({ text }) => fold(text)).filter((text) => text !== "" && cell.includes(text));
  const [only] = inside;
  return inside.length === 1 && only !== undefined && cell.startsWith(only) ? only : null;
};

/** Each cell begins with a link, and some say more below that: rows are put in order by the words of the link alone. */
export const areLed = ({ items }: SurveyCollection, index: number): boolean =>
  items.every((item) => leadOf(item, index) !== null) &&
  items.some((item) => leadOf(item, index) !== fold(item.cells[index] ?? ""));

export const textsOf = (list: SurveyCollection, index: number, led: boolean): string[] =>
  led ? list.items.map((item) => leadOf(item, index) ?? "") : columnTexts(list, index);

/** An amount without its sign, as the source of a regular expression. */
export const UNSIGNED = String.raw`\d[\d.,'’]*`;
export const unsigned = (values: readonly string[]): string[] =>
  values.map((value) => new RegExp(UNSIGNED, "u").exec(value)?.[0] ?? value);

/**
 * What comes in and what goes out ("+€20", "−€35") in the order of how much that is. `said`: the order that the list says it
 * is in, for each.
 */
export const isBySize = (by: By, seen: string[][], said: readonly SortOrder["order"][]): boolean => {
  const isSigned = (sign: RegExp): boolean => seen.flat().some((value) => sign.test(value.trim()));
  const isOtherwise = (values: string[], at: number): boolean => {
    const order = said[at] ?? "either";
    return !isSorted(values, by, order) && isSorted(unsigned(values), by, order);
  };
  return (
    /^(?:number|money)$/.test(by) &&
    seen.every((values) => isSorted(unsigned(values), by, "either")) &&
    ((isSigned(/^\+/) && seen.some((values) => !isSorted(values, by, "either"))) ||
      (isSigned(/^[−-]/) && seen.some(isOtherwise)))
  );
};

/** Measures of one thing, in which 2 kg are more than 500 g. */
const MEASURES =
  /^(?:[kmcdhµ]?(?:g|m|l|w|v|a|b|j|hz|wh)|[kmgt]i?b(?:it|yte)?|t|oz|lbs?|ft|in|yd|mi|gal|pt|hrs?|hours?|min(?:ute)?|s|secs?|seconds?|days?|weeks?|months?|years?|y|mon|stunden?|tage?|wochen?|monate?|jahre?)[²³]?$/i;

/** So many of each, in whatever it is counted in: "12 boxes", "3 pairs". */
export const areCounted = (texts: string[]): boolean => {
  const units = texts.map(unitOf);
  return (
    new Set(units).size > 1 &&
    units.every((unit) => unit !== null && !MEASURES.test(unit)) &&
    texts.length > 2
  );
};

/** Not the parts of a code or of a day, which stand close together. */
const TWOFOLD = /^[^\d]*\d[\d.,]*\s*(?:\s[·•|/–-]\s|\s\()\s*[^\d\s]{0,4}\s*\d[\d.,]*[^\d]*$/;

/** Most that say something have two numbers beside each other, such as how many there are and what they come to. */
export const areTwofold = (texts: readonly string[]): boolean => {
  const said = texts.filter((text) => /[\p{L}\d]/u.test(text));
  return said.filter((text) => TWOFOLD.test(text.trim())).length * 2 > said.length;
};

const ROUNDED = /\d\s?(?:[KMB]|[mM]io|[mM]rd|[tT]sd)\b/;

/** In the order of the last number of each, as far as that can be told: of "2 · €68,883", of what these two come to. What has no number is left out. */
export const mayBeByLastNumber = (texts: readonly string[]): boolean => {
  const last = texts.flatMap((text) => /[-−]?[^\d\s]{0,2}\d[\d.,]*(?=[^\d]*$)/.exec(text) ?? []);
  return texts.some((text) => ROUNDED.test(text)) || isSorted(last, "number", "either");
};

/** In the order of their numbers, or of the digits of these, which puts 1200 before 14: another one is by something else. */
export const isByCount = (values: string[]): boolean => {
  const digits = values.map((value) => String(readNumber(value)));
  const goes = (sign: number): boolean =>
    digits.every(
      (each, at) =>
        at === 0 || sign * (each < (digits[at - 1] ?? "") ? -1 : 1) >= 0 || each === digits[at - 1],
    );
  return isSorted(values, "number", "either") || goes(1) || goes(-1);
};

const readAs = (text: string, by: By): number | null => {
  if (by === "date") return readDate(text, true) ?? readDate(text, false);
  if (by === "duration") return readDuration(text);
  return readNumber(by === "money" ? (findAmounts(text)[0] ?? text) : text);
};

/** Of numbers, days or the like some rows that came up show none ("Price on request"): where these belong is the list's own affair. */
export const haveUnread = (seen: readonly string[][], by: By): boolean =>
  by !== "text" && seen.flat().some((text) => isValue(text) && readAs(text, by) === null);

/** Whether the rows of a list are in order by another column that can be sorted. */
const isByAnother = (list: SurveyCollection, index: number): boolean =>
  list.columns.some(({ sortable }, at) => {
    if (at === index || !sortable) return false;
    const values = columnTexts(list, at);
    const by = kindOfValues(values);
    return by !== null && new Set(values).size > 2 && isSorted(values, by, "either");
  });

/**
 * True where a column is turned about by the second click, but is in no order that can be read from it: it may be sorted by what lies behind it.
 * Not where the rows go by another column, or were just turned about. `start`: its texts at first, `seen`: after each click, `list`: the rows after the first.
 */
export const areMirroredOnly = (
  start: readonly string[],
  [first = [], second = []]: readonly string[][],
  by: By,
  list: SurveyCollection | undefined,
  index: number,
): boolean =>
  by !== "text" &&
  first.toReversed().join("\n") === second.join("\n") &&
  [first, second].every((texts) => texts.join("\n") !== start.join("\n")) &&
  !isSorted(first, by, "either") &&
  !isSorted(first, "text", "either") &&
  (list === undefined || !isByAnother(list, index));
