import { isSorted } from "#core/suite/order.ts";

/** "Savings → Credit card": what stands behind such a sign is said besides. */
const BESIDES = /\s*[→➝➔›»|·]\s*\S.*$/u;

const inOrder = (values: readonly string[]): boolean => isSorted([...values], "text", "either");

/** Rows go by what their texts begin with, whatever some of them say besides. */
const goByHeads = (seen: readonly string[][]): boolean =>
  seen.flat().some((value) => BESIDES.test(value)) &&
  seen.every((values) => inOrder(values.map((value) => value.replace(BESIDES, ""))));

const LEAST = 2;

/** All cells with that text are together at one end. */
const isAtAnEnd = (values: readonly string[], text: string): boolean => {
  const last = values.lastIndexOf(text);
  const first = values.indexOf(text);
  const many = values.filter((value) => value === text).length;
  return many === 0 || (last - first + 1 === many && (first === 0 || last === values.length - 1));
};

/** One text stands for what is not there, such as "Transfer" for whom was paid: it comes before all others, or behind them. */
const hasOneForNone = (seen: readonly string[][]): boolean =>
  [...new Set(seen.flat())].some(
    (text) =>
      seen.some((values) => values.filter((value) => value === text).length >= LEAST) &&
      seen.every((values) => isAtAnEnd(values, text) && inOrder(values.filter((value) => value !== text))),
  );

/** True where texts that are in no order as they are shown are in one by what lies behind them. `seen`: a column in each order. */
export const areOrderedBehind = (seen: readonly string[][]): boolean =>
  !seen.every(inOrder) && (goByHeads(seen) || hasOneForNone(seen));
