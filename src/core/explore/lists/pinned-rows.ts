import { isSorted } from "#core/suite/order.ts";
import type { OrderedBy, SortDirection } from "#core/suite/order.ts";
import type { SurveyCollection } from "#model/survey.ts";

const PINNED =
  /📌|📍|(?<!\p{L})(?:pinned|sticky|stickied|featured|announcement|angeheftet|angepinnt|[ée]pingl[ée]e?|fijad[oa]|destacad[oa]|fissat[oa]|in evidenza)(?!\p{L})/iu;

/** As few rows as this are kept on top of a list. */
const MOST = 3;
/** Fewer may be in order by chance: once, and one way and then the other. */
const LEAST_ONCE = 4;
const LEAST_TWICE = 3;

type Items = SurveyCollection["items"];

/** How many rows on top say that they are kept there. */
const saidIn = (items: Items): number => {
  const end = items.findIndex(({ text }) => !PINNED.test(text));
  return end < 0 || end > MOST ? 0 : end;
};

const haveSame = (top: number, before: Items, after: Items): boolean =>
  before.slice(0, top).every(({ text }, at) => text === after[at]?.text);

/** True where rows that say so are on top of a list in two orders. */
export const stayOnTop = (before: Items, after: Items): boolean => {
  const top = saidIn(before);
  return top > 0 && haveSame(top, before, after) && !haveSame(before.length, before, after);
};

const tops = (rows: number, behind: number): number[] =>
  Array.from({ length: MOST }, (_, at) => at + 1).filter((top) => rows - top >= behind);

/** True where all but a few rows on top are in an order, or these say that they are kept there. `values`: one of each row. */
export const isSortedBehind = (
  items: Items,
  values: readonly string[],
  by: OrderedBy,
  order: SortDirection,
): boolean =>
  !isSorted(values, by, order) &&
  (saidIn(items) > 0 ||
    tops(values.length, LEAST_ONCE).some((top) => isSorted(values.slice(top), by, order)));

/**
 * True where the same few rows are on top of a list in two orders, and those behind them in order one way and then the other.
 * `seen`: the values of the rows in each.
 */
export const areSortedBehind = (
  [before = [], after = []]: readonly Items[],
  seen: readonly (readonly string[])[],
  by: OrderedBy,
): boolean => {
  const isJust = (values: readonly string[], order: SortDirection): boolean =>
    isSorted(values, by, order) && !isSorted(values, by, order === "ascending" ? "descending" : "ascending");
  if (seen.every((values) => isSorted(values, by, "either"))) return false;
  return tops(before.length, LEAST_TWICE).some((top) => {
    const [one = [], other = []] = seen.map((values) => values.slice(top));
    return (
      haveSame(top, before, after) &&
      ((isJust(one, "ascending") && isJust(other, "descending")) ||
        (isJust(one, "descending") && isJust(other, "ascending")))
    );
  });
};
