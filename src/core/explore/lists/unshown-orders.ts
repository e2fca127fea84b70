import { isSorted } from "#core/suite/order.ts";
import { kindOfValues } from "#core/explore/forms/values.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { isPermuted, isSame } from "./lists.ts";
import { columnTexts } from "./sort-values.ts";

/** Of so many rows one may be out of place, and the others are still in an order. */
const ROWS_PER_STRAY = 5;
const MOST_STRAYS = 2;
/** Fewer values may be in order by chance. */
const LEAST = 5;

const isInOrder = (texts: readonly string[]): boolean => isSorted(texts, "text", "either");

/** Without one or few of them the texts are in order. */
const isNearlyInOrder = (texts: readonly string[]): boolean => {
  const without = (some: readonly string[], strays: number): boolean =>
    isInOrder(some) ||
    (strays > 0 && some.some((_, at) => without([...some.slice(0, at), ...some.slice(at + 1)], strays - 1)));
  return without(texts, Math.min(Math.floor(texts.length / ROWS_PER_STRAY), MOST_STRAYS));
};

/** The rows are in the order of another column, or of all that this one says, such as initials before a name. */
const isByShown = (list: SurveyCollection, index: number): boolean =>
  list.columns.some((_, at) => {
    const texts = columnTexts(list, at);
    const by = at === index ? "text" : kindOfValues(texts);
    return by !== null && new Set(texts).size >= LEAST && isSorted(texts, by, "either");
  });

/** The second order has the rows of the first, neither as they are there nor turned about. */
const isShuffled = (first: readonly string[], second: readonly string[]): boolean =>
  isPermuted(first, second) && !isSame(first, second) && !isSame(first, second.toReversed());

/**
 * True where nothing that goes wrong with an order explains the texts that a heading put in none: they do not stay where they
 * were, are not shuffled, not nearly in order, nor in that of what else is shown. They have an order of their own then, such as
 * that of the planets from the sun on. `start`: the column before, `seen`: after each of two clicks, `lists`: the list then.
 */
export const mayBeUnshown = (
  start: readonly string[],
  seen: readonly string[][],
  lists: readonly SurveyCollection[],
  index: number,
): boolean => {
  const [first = [], second = []] = seen;
  return (
    !isShuffled(first, second) &&
    seen.every(
      (texts) => !isNearlyInOrder(texts) && !isSame(texts, start) && !isSame(texts, start.toReversed()),
    ) &&
    !lists.some((list) => isByShown(list, index))
  );
};
