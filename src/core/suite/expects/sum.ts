import { z } from "zod";
import { describeTarget, targetObjectSchema, targetSchema } from "#model/target.ts";
import type { TargetObject } from "#model/target.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { decimalMarkIn, findAmounts, findValues, readDuration, readNumber } from "#core/suite/order.ts";
import { brief, regexSchema } from "#core/suite/scalars.ts";
import { keptOf } from "./kept.ts";
import { holdForReadings } from "./readings.ts";

const schema = z.strictObject({
  of: targetObjectSchema.describe("Fits one element a row: what shows or holds the number"),
  times: targetObjectSchema
    .describe("One element a row, in the same order: each number of `of` counts so many times")
    .optional(),
  is: targetSchema.describe("What shows the sum"),
  match: regexSchema
    .describe("Keeps of the texts of `of` and `is` what this regular expression fits, or its first group")
    .optional(),
});
type Args = z.output<typeof schema>;

const describe = ({ of, times, is }: Args): string =>
  `the sum of ${describeTarget(of)}${times ? ` times ${describeTarget(times)}` : ""} in ${describeTarget(is)}`;

/** The amount of money in a text that shows one, or that it is free, else the text. */
const amountIn = (text: string): string =>
  (/\d/.test(text) ? findValues(text, "money") : findAmounts(text))[0] ?? text;

const BLANK = /^[\s–—-]*$/;

/** Numbers of one unit, which need not be read as lengths of time. */
const isOfOneUnit = (texts: string[]): boolean =>
  texts.every((text) => /^[^\d:]*\d[\d.,]*[^\d:]*$/.test(text)) &&
  new Set(texts.map((text) => text.replaceAll(/[\d.,\s]/g, ""))).size < 2;

/** How the numbers are to be read: a cell with nothing in it but a dash, or nothing, is 0. */
const readerFor = (amounts: string[], shown: string): ((text: string) => number | null) => {
  const filled = amounts.filter((text) => !BLANK.test(text));
  const total = readDuration(shown) === null ? findValues(shown, "duration")[0] : shown;
  const isTime = total !== undefined && filled.every((text) => readDuration(text) !== null);
  const decimal = decimalMarkIn([...filled, shown].map(amountIn));
  const number =
    isTime && !isOfOneUnit([...filled, total])
      ? readDuration
      : (text: string) => readNumber(amountIn(text), decimal);
  const read = (text: string): number | null => number(isTime && text === shown ? total : text);
  return (text) => (BLANK.test(text) ? 0 : read(text));
};

/** What is wrong with the sum, or null. Money is compared to the cent. */
const difference = (amounts: string[], factors: string[] | null, shown: string): string | null => {
  const numberIn = readerFor(amounts, shown);
  if (factors !== null && factors.length !== amounts.length)
    return `${amounts.length} numbers, but ${factors.length} to take them times`;
  const numbers = amounts.map(numberIn);
  const unread = numbers.indexOf(null);
  if (unread >= 0) return `"${brief(amounts[unread] ?? "", 60)}" shows no number`;
  const times = factors?.map(numberIn) ?? null;
  const unreadFactor = times?.indexOf(null) ?? -1;
  if (unreadFactor >= 0) return `"${brief(factors?.[unreadFactor] ?? "", 60)}" shows no number`;
  const sum = numbers.reduce<number>((all, each, at) => all + (each ?? 0) * (times?.[at] ?? 1), 0);
  const total = numberIn(shown);
  if (total === null) return `"${brief(shown, 60)}" shows no number`;
  // A total without decimals may be rounded.
  const tolerance = Number.isInteger(total) && !Number.isInteger(sum) ? 0.5 : 0.005;
  return Math.abs(total - sum) <= tolerance
    ? null
    : `the sum is ${Number(sum.toFixed(2))}, but "${brief(shown, 60)}" is shown`;
};

const asObject = (target: Args["is"]): TargetObject =>
  typeof target === "string" ? { called: target } : target;

export const sum = defineExpect({
  kind: "sum",
  summary: "Numbers add up to the total that is shown.",
  description:
    "`of` fits one element a row: its amount of money, its length of time, or else its first number, or the value of a field counts, as people write them " +
    "(`1,249.00 €`, `1 h 20 min`); a dash, nothing or `free` is 0. With `times` each is multiplied by the number in the same row; with `match` what that keeps of the texts of `of` and `is` counts, and a row without it is 0. `is` names what shows the total. At most 60 rows are read.",
  schema,
  example: "expect: {sum: {of: {column: Amount}, is: {css: tfoot td, within: {role: table}}}}",
  describe,
  negative: () => true,
  check(args, context) {
    const targets: [TargetObject, ...TargetObject[]] = [args.of, asObject(args.is)];
    if (args.times) targets.push(args.times);
    return holdForReadings(context, targets, describe(args), ([amounts = [], total = [], factors]) => {
      if (amounts.length === 0) return "nothing fits";
      if (total.length !== 1) return `${total.length} elements show the sum`;
      const read = (texts: string[]) => (args.match === undefined ? texts : keptOf(texts, args.match));
      const [shown = "", ...rows] = read([...total, ...amounts]);
      return difference(rows, factors ?? null, shown);
    });
  },
});
