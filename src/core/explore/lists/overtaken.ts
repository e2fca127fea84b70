import type { SortOrder } from "#model/site-lists.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { findAmounts, findValues, isSorted } from "#core/suite/order.ts";
import { fold } from "./lists.ts";
import type { By } from "#core/explore/forms/values.ts";

/** The first value of a list in pages that is in order as far as it is shown; undefined where no other one goes before it. */
export const overtakenIn = (
  sorted: string[],
  known: string[],
  by: By,
  order: "ascending" | "descending",
): string | undefined => {
  const [first] = sorted;
  if (first === undefined || !/^(?:number|money|duration)$/.test(by)) return undefined;
  return known.some((value) => !isSorted([first, value], by, order)) ? first : undefined;
};

/** The only value in the text of each row, as it is written there; null where some row does not show just one. */
const valuesIn = ({ items }: SurveyCollection, { by, match }: SortOrder): string[] | null => {
  const found = items.map(({ text }) => {
    if (match !== null) return [...fold(text).matchAll(new RegExp(match, "gu"))].map(([value]) => value);
    if (by === "money") return findAmounts(fold(text));
    return by === "duration" ? findValues(fold(text), by) : [];
  });
  return found.every(({ length }) => length === 1) ? found.flat() : null;
};

/**
 * What the first row of a list in pages shows in an order that a select has, though a row that was seen before goes before
 * it; undefined where none does.
 */
export const overtakenRow = (
  sorted: SurveyCollection,
  before: SurveyCollection,
  order: SortOrder,
): string | undefined => {
  if (order.order === "either" || typeof order.by !== "string" || sorted.kind === "table" || !sorted.paging)
    return undefined;
  const [values, known] = [sorted, before].map((list) => valuesIn(list, order));
  if (!values || !known || !isSorted(values, order.by, order.order)) return undefined;
  return overtakenIn(values, known, order.by, order.order);
};
