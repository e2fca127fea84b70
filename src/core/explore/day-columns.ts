import { findValues, readDate } from "#core/suite/order.ts";
import type { Entry } from "./form-data.ts";
import { fold } from "./lists.ts";
import type { Row } from "./own-item.ts";

const A_DAY = 86_400_000;

/** How far the one day that a cell shows is from the one that was typed. */
const farFrom = (typed: number, cell: string): number => {
  const [found, ...others] = findValues(fold(cell), "date");
  if (found === undefined || others.length > 0) return Infinity;
  const read = [true, false].flatMap((dayFirst) => {
    // What is no ISO day is read as of this place's time otherwise.
    const time = readDate(`${found} UTC`, dayFirst) ?? readDate(found, dayFirst);
    return time === null ? [] : [Math.abs(time - typed)];
  });
  return Math.min(...read);
};

/**
 * By name of the field, the place of the column in which a row shows the only day that was typed when the item was made,
 * or else the day before or after that.
 */
export const dayColumnsOf = ({ item }: Row, entries: Entry[]): Record<string, number> => {
  const [day, ...others] = entries.flatMap((entry) =>
    entry.kind === "fill" && entry.field.type === "date" ? [entry] : [],
  );
  if (!day || others.length > 0) return {};
  const typed = Date.parse(day.value);
  const far = item.cells.map((cell) => farFrom(typed, cell));
  const least = Math.min(...far);
  const isOne = far.filter((each) => each === least).length === 1;
  return least <= A_DAY && isOne ? { [day.field.name]: far.indexOf(least) } : {};
};
