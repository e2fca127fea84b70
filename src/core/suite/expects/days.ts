import { z } from "zod";
import { describeTarget, targetObjectSchema } from "#model/target.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { findValues, readDate } from "#core/suite/order.ts";
import { brief, textSchema } from "#core/suite/scalars.ts";
import { holdForAll } from "./readings.ts";

const limitSchema = textSchema.describe("`today`, or a day as 2030-06-15");

const schema = z
  .strictObject({
    target: targetObjectSchema.describe("Fits one element a row, which shows a day"),
    from: limitSchema.describe("No day before this: `today`, or a day as 2030-06-15").optional(),
    until: limitSchema.describe("No day after this: `today`, or a day as 2030-06-15").optional(),
  })
  .refine(({ from, until }) => from !== undefined || until !== undefined, {
    message: "needs from, until, or both",
  });
type Args = z.output<typeof schema>;

const describe = ({ target, from, until }: Args): string =>
  [
    `the days of ${describeTarget(target)}`,
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ].join(" ");

/** What is today here may be yesterday or tomorrow where the app is. */
const GRACE_MS = 36 * 3_600_000;

const limitOf = (limit: string | number | boolean): number | null => {
  const time = limit === "today" ? Date.now() : Date.parse(String(limit));
  return Number.isNaN(time) ? null : time;
};

/** What is wrong with the days that a text shows; null when nothing is. However a day can be read counts. */
const wrongIn = (text: string, { from, until }: Args): string | null => {
  const times = findValues(text, "date").map((day) =>
    [true, false].flatMap((dayFirst) => readDate(day, dayFirst) ?? []),
  );
  if (times.length === 0 || times.some((readings) => readings.length === 0))
    return `"${brief(text, 100)}" shows no day`;
  const isOut = (limit: Args["from"], isBeyond: (time: number, at: number) => boolean): boolean => {
    const at = limit === undefined ? null : limitOf(limit);
    return at !== null && times.some((readings) => readings.every((time) => isBeyond(time, at)));
  };
  if (isOut(from, (time, at) => time < at - GRACE_MS)) return `"${brief(text, 100)}" is before ${from}`;
  return isOut(until, (time, at) => time > at + GRACE_MS) ? `"${brief(text, 100)}" is after ${until}` : null;
};

export const days = defineExpect({
  kind: "days",
  summary: "The days that a list shows are not before, or not after, another one.",
  description:
    "Every element that fits shows a day, written as people write it (`3 Mar 2025`, `03/03/2025`), and none is before `from` or after `until`. " +
    "A day and a half count for nothing, as clocks differ. At most 60 rows are read.",
  schema,
  example: "expect: {days: {target: {role: listitem, within: Coming up}, from: today}}",
  describe,
  negative: () => true,
  check: (args, context) =>
    holdForAll(
      context,
      args.target,
      describe(args),
      (texts) => texts.map((text) => wrongIn(text, args)).find((wrong) => wrong !== null) ?? null,
    ),
});
