import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import type { NumberRange } from "#ports/browser.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { countSchema, toNumber } from "#core/suite/scalars.ts";
import { hold } from "./hold.ts";

const schema = z
  .strictObject({
    target: targetSchema.describe("What is counted"),
    is: countSchema.describe("Exactly so many").optional(),
    min: countSchema.describe("At least so many").optional(),
    max: countSchema.describe("At most so many").optional(),
  })
  .refine((args) => (args.is === undefined) !== (args.min === undefined && args.max === undefined), {
    message: "needs either is, or min, max or both",
  });

const range = ({ is, min, max }: z.output<typeof schema>): NumberRange =>
  is === undefined
    ? {
        min: min === undefined ? 0 : toNumber(min),
        max: max === undefined ? Number.MAX_SAFE_INTEGER : toNumber(max),
      }
    : { min: toNumber(is), max: toNumber(is) };

const describeRange = ({ min, max }: NumberRange): string => {
  if (min === max) return `exactly ${min}`;
  if (max === Number.MAX_SAFE_INTEGER) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
};

const describe = (args: z.output<typeof schema>): string =>
  `${describeRange(range(args))} of ${describeTarget(args.target)}`;

export const count = defineExpect({
  kind: "count",
  summary: "So many visible elements fit a target.",
  description:
    "`is` for an exact number, `min` and `max` for bounds, both included. A count that 0 satisfies is looked at once the page has settled.",
  schema,
  example: "expect: {count: {target: {role: listitem}, min: 1}}",
  describe,
  negative: (args) => range(args).min === 0,
  check: (args, context) =>
    hold(context, { kind: "count", target: args.target, count: range(args) }, describe(args), args.target),
});
