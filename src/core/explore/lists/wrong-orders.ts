import { isSorted } from "#core/suite/order.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { columnTexts, isByAnother } from "./sort-values.ts";

/** Of so many rows one may be out of place, and the others are still in an order. */
const ROWS_PER_STRAY = 5;
const LEAST = 4;

const isInOrder = (texts: readonly string[]): boolean => isSorted(texts, "text", "either");

/** Without one or few of them the texts are in order. */
const isNearlyInOrder = (texts: readonly string[]): boolean => {
  const most = Math.floor(texts.length / ROWS_PER_STRAY);
  const without = (some: readonly string[], strays: number): boolean =>
    isInOrder(some) ||
    (strays > 0 && some.some((_, at) => without([...some.slice(0, at), ...some.slice(at + 1)], strays - 1)));
  return texts.length >= LEAST && without(texts, Math.min(most, 2));
};

/**
 * True where nothing that goes wrong with an order explains the texts that a heading put in none: they do not stay where they
 * were, are not nearly in order, nor in that of another column or of what stands before them. They have an order of their own then, such as that of what lies
 * behind them. `seen`: the column after each click; `lists`: the list then.
 */
export const mayBeByOther = (
  start: readonly string[],
  seen: readonly string[][],
  lists: readonly SurveyCollection[],
  index: number,
): boolean => {
  const isAs = (one: readonly string[], other: readonly string[]): boolean =>
    one.join("\n") === other.join("\n");
  return (
    !seen.some(isInOrder) &&
    !seen.some((texts) => isAs(texts, start) || isAs(texts, start.toReversed())) &&
    !seen.some(isNearlyInOrder) &&
    !lists.some((list) => isByAnother(list, index) || isInOrder(columnTexts(list, index)))
  );
};
