import { findValues, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { CREATE, SAVES } from "#core/explore/words.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { summedPart } from "./part-sums.ts";
import { NO_SUM, textsOf } from "./sum-columns.ts";
import type { Column } from "./sum-columns.ts";

const BEFORE =
  /^(?:(?:(?:grand |overall )?total|sum|summe|gesamt|somme|suma|totale|totaal)(?: of)?(?: all| the)? |gesamt-?)(?=\p{L})/iu;
const BEHIND = /(?<=\p{L}),? (?:in )?(?:total|sum|summe|gesamt)$/iu;
/** What the page says of amounts that the rows do not tell, or of rows that are not meant. */
const OTHERWISE =
  /\b(?:tax(?:es)?|vat|shipping|delivery|postage|discounts?|coupon|voucher|fees?|surcharge|deposit|credit note|refunds?|rounded|rounding|mwst|versand|rabatt|incl\w*|inkl\w*|excl\w*|without|except|apart from|not count\w*|net of|minus|less|ohne|au(?:ß|ss)er)\b/i;
const CHOOSES = /^(?:select|combobox|checkbox|radio|switch|search)$/;

/** So far from the table a total may stand, in characters. */
const FARTHEST = 60;
const LEAST_ROWS = 3;

const plain = (words: string): string =>
  fold(words)
    .toLowerCase()
    .replace(/ \(.*\)$/, "")
    .replace(/s$/, "");

/** What is added up, of words that say that something is; null of others. */
const addedUp = (words: string): string | null => {
  const label = fold(words);
  const rest = label.replace(BEFORE, "");
  if (rest !== label) return plain(rest);
  const front = label.replace(BEHIND, "");
  return front === label ? null : plain(front);
};

/** The column that a total is called after: "Total balance" for "Balance"; null where it is none, or one of several. */
const namedColumn = (list: SurveyCollection, words: string, columns: readonly Column[]): Column | null => {
  const named = addedUp(words);
  const headings = list.columns.map(({ name }) => fold(withoutArrows(name)));
  const [at, ...others] = headings.flatMap((name, index) => (plain(name) === named ? [index] : []));
  if (at === undefined || others.length > 0 || NO_SUM.test(headings[at] ?? "")) return null;
  return columns.find(({ index }) => index === at) ?? null;
};

const signsOf = (text: string): string => text.replaceAll(/[\d\s.,'’()−-]/gu, "");

/** The total is what the rows come to. */
const fits = ({ numbers }: Column, total: number): boolean =>
  Math.abs(numbers.reduce((sum, each) => sum + each, 0) - total) < 0.006;

/** In some column other rows have something in common, and this one does not: it may be of another kind. */
const isOdd = ({ items }: SurveyCollection, row: number): boolean =>
  (items[row]?.cells ?? []).some((cell, at) => {
    const texts = items.map(({ cells }) => fold(cells[at] ?? ""));
    return new Set(texts).size < texts.length && texts.filter((text) => text === fold(cell)).length === 1;
  });

/** The total is what all rows but one come to, and nothing tells that one from the others. */
const leavesOneOut = (list: SurveyCollection, { index, numbers }: Column, shown: string): boolean => {
  const total = readNumber(shown) ?? Number.NaN;
  const near = (number: number): boolean => Math.abs(number - total) < 0.006;
  const sum = numbers.reduce((all, each) => all + each, 0);
  const signs = new Set([shown, ...textsOf(list, index)].map(signsOf));
  return (
    numbers.length >= LEAST_ROWS &&
    signs.size === 1 &&
    // Of a balance after each row the last one is what there is.
    !numbers.some(near) &&
    numbers.some((each, row) => each > 0.006 && near(sum - each) && !isOdd(list, row)) &&
    summedPart(list, "", numbers, shown) === "all"
  );
};

/** Whether a total below a column that it is called after adds that column up, or only fails to by leaving a row out. */
export const isOfColumn = (list: SurveyCollection, column: Column, words: string, shown: string): boolean =>
  namedColumn(list, words, [column]) !== null &&
  (fits(column, readNumber(shown) ?? Number.NaN) || leavesOneOut(list, column, shown));

/** The list shows whatever there is: nothing on its page chooses any of it. */
export const isWhole = ({ url, forms, buttons }: PageSurvey, { paging }: SurveyCollection): boolean =>
  paging === null &&
  new URL(url).search === "" &&
  !buttons.some(({ role, pressed }) => role === "tab" || pressed !== undefined) &&
  forms.every(({ purpose, submit, fields }) => {
    const makes = submit !== null && (CREATE.test(submit.name) || SAVES.test(submit.name));
    return purpose !== "search" && (makes || !fields.some(({ type }) => CHOOSES.test(type)));
  });

/** Right before the table or right behind it, with no other amount between them. */
const isBeside = ({ text }: PageSurvey, { items }: SurveyCollection, said: string): boolean => {
  const at = text.indexOf(said);
  const [first = "", last = ""] = [items[0], items.at(-1)].map((item) => fold(item?.text ?? ""));
  const end = text.lastIndexOf(last, at);
  const begin = text.indexOf(first, at);
  const isNear = (between: string): boolean =>
    between.length <= FARTHEST && findValues(between, "money").length === 0;
  return (
    at >= 0 &&
    first !== "" &&
    last !== "" &&
    ((end >= 0 && end + last.length <= at && isNear(text.slice(end + last.length, at))) ||
      (begin > at && isNear(text.slice(at + said.length, begin))))
  );
};

/** What the page says beside the rows of the list. */
const besides = ({ text }: PageSurvey, { items, columns }: SurveyCollection): string =>
  [columns.map(({ name }) => name).join(" "), ...items.map((item) => fold(item.text))].reduce(
    (rest, row) => rest.replace(row, " "),
    text,
  );

/**
 * The column that a text such as "Total balance: €57.00" near a table adds up, by the column's own heading; also where it
 * leaves a row out. Null where it may be of anything else.
 */
export const columnOfTotal = (
  survey: PageSurvey,
  list: SurveyCollection,
  columns: readonly Column[],
  said: string,
): Column | null => {
  const text = fold(said);
  const [shown, ...others] = findValues(text, "money");
  if (shown === undefined || others.length > 0 || !text.endsWith(shown) || list.items.length < 2) return null;
  const words = text.slice(0, -shown.length).replace(/\s*[:–-]?\s*$/, "");
  const column = namedColumn(list, words, columns);
  if (!column) return null;
  if (fits(column, readNumber(shown) ?? Number.NaN)) return column;
  const isPlain =
    isWhole(survey, list) && isBeside(survey, list, text) && !OTHERWISE.test(besides(survey, list));
  return isPlain && leavesOneOut(list, column, shown) ? column : null;
};
