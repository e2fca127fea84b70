import { z } from "zod";
import { describeTarget, targetObjectSchema } from "#model/target.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import {
  brief,
  describeMatch,
  matchKeys,
  matcherOf,
  oneMatch,
  oneMatchMessage,
  toMatch,
} from "#core/suite/scalars.ts";
import { holdForAll } from "./readings.ts";

const schema = z
  .strictObject({
    target: targetObjectSchema.describe("Fits several elements, such as the rows of a list"),
    ...matchKeys,
  })
  .refine(oneMatch, oneMatchMessage);

const describe = (args: z.output<typeof schema>): string =>
  `each of ${describeTarget(args.target)} ${describeMatch(toMatch(args))}`;

export const each = defineExpect({
  kind: "each",
  summary: "Every element that fits shows a text.",
  description:
    "Holds when at least one element fits and the text of every one `is`, `contains` or `matches` what is given. At most 60 are read. " +
    "`(?i:…)` in a pattern leaves upper and lower case aside.",
  schema,
  example: "expect: {each: {target: {role: row, within: Results}, contains: lamp}}",
  describe,
  negative: () => true,
  check(args, context) {
    const fits = matcherOf(toMatch(args));
    return holdForAll(context, args.target, describe(args), (texts) => {
      const stray = texts.find((text) => !fits(text));
      return stray === undefined ? null : `one shows "${brief(stray, 120)}"`;
    });
  },
});
