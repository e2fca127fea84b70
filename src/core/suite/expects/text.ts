import { z } from "zod";
import { targetSchema } from "#model/target.ts";
import type { Target, TextMatch } from "#model/target.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import {
  describeMatch,
  matchKeys,
  oneMatch,
  oneMatchMessage,
  textSchema,
  toMatch,
} from "#core/suite/scalars.ts";
import { describeTarget } from "#model/target.ts";
import { hold } from "./hold.ts";

const schema = z.union([
  textSchema,
  z
    .strictObject({
      target: targetSchema.describe("Whose text; the whole page when absent").optional(),
      ...matchKeys,
      not: z.boolean().describe("Expect the contrary").optional(),
    })
    .refine(oneMatch, oneMatchMessage),
]);

const read = (
  args: z.output<typeof schema>,
): { target: Target | null; match: TextMatch; not: boolean; text: string } => {
  const target = typeof args === "object" ? (args.target ?? null) : null;
  const not = typeof args === "object" ? (args.not ?? false) : false;
  const match = toMatch(args);
  const whose = target === null ? "text" : `text of ${describeTarget(target)}`;
  return { target, match, not, text: `${whose} ${not ? "not " : ""}${describeMatch(match)}` };
};

export const text = defineExpect({
  kind: "text",
  summary: "The page, or one element, shows a text.",
  description:
    "A bare text must be contained in the page's visible text. With `target` the text of that element is compared; " +
    "`is`, `contains` and `matches` say how; `not: true` expects the contrary, once the page has settled.",
  schema,
  example: "expect: {text: {target: Total, is: $12.50}}",
  describe: (args) => read(args).text,
  negative: (args) => read(args).not,
  check(args, context) {
    const { target, match, not, text: expected } = read(args);
    return hold(context, { kind: "text", target, match, not }, expected, target);
  },
});
