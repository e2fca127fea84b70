import { findValues, readDate } from "#core/suite/order.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { fold, labelKey } from "./lists.ts";
import type { Row } from "#core/explore/items/own-item.ts";

const A_DAY = 86_400_000;

/** How far a day, as it is written, is from the one that was typed. */
const distance = (typed: number, found: string): number => {
  const read = [true, false].flatMap((dayFirst) => {
    // What is no ISO day is read as of this place's time otherwise.
    const time = readDate(`${found} UTC`, dayFirst) ?? readDate(found, dayFirst);
    return time === null ? [] : [Math.abs(time - typed)];
  });
  return Math.min(...read);
};

/** How far the one day that a cell shows is from the one that was typed. */
const farFrom = (typed: number, cell: string): number => {
  const [found, ...others] = findValues(fold(cell), "date");
  return found === undefined || others.length > 0 ? Infinity : distance(typed, found);
};

/** How a text writes the day that was typed, or else the one before or after that; null where it says none of these. */
export const dayIn = (text: string, day: string): string | null => {
  const far = (found: string): number => distance(Date.parse(day), found);
  const [nearest] = findValues(fold(text), "date").toSorted((a, b) => far(a) - far(b));
  return nearest !== undefined && far(nearest) <= A_DAY ? nearest : null;
};

/** "Due" of "Due date": all its words are in the label. */
const isCalledSo = (label: string, heading: string): boolean => {
  const wordsOf = (text: string): string[] => labelKey(text).match(/\p{L}{3,}/gu) ?? [];
  const own = wordsOf(heading);
  return own.length > 0 && own.every((word) => wordsOf(label).includes(word));
};

/**
 * By name of the field, the places of the columns in which a row shows the only day that was typed when the item was made,
 * or else the day before or after that. Where it was typed into several fields, it does not matter which column is whose.
 */
export const dayColumnsOf = ({ item, list }: Row, entries: Entry[]): Record<string, number> => {
  const days = entries.flatMap((entry) =>
    entry.kind === "fill" && entry.field.type === "date" ? [entry] : [],
  );
  const [first] = days;
  if (!first || days.some(({ value }) => value !== first.value)) return {};
  const typed = Date.parse(first.value);
  const far = item.cells.map((cell) => farFrom(typed, cell));
  // Another column may show the same day for a reason of its own, such as when the item was made.
  const called = list.columns.findIndex(({ name }) => isCalledSo(first.field.name, name));
  if (days.length === 1 && (far[called] ?? Infinity) <= A_DAY) return { [first.field.name]: called };
  const least = Math.min(...far);
  const near = far.flatMap((each, at) => (each === least ? [at] : []));
  if (least > A_DAY || near.length > days.length) return {};
  return Object.fromEntries(near.map((column, at) => [days[at]?.field.name ?? "", column]));
};
