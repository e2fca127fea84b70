import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { describeMatch, matchKeys, oneMatch, oneMatchMessage, toMatch } from "#core/suite/scalars.ts";
import { hold } from "./hold.ts";

const schema = z
  .strictObject({
    target: targetSchema,
    name: z.string().min(1).describe("Name of the attribute"),
    ...matchKeys,
  })
  .refine(oneMatch, oneMatchMessage);

const describe = (args: z.output<typeof schema>): string =>
  `attribute ${args.name} of ${describeTarget(args.target)} ${describeMatch(toMatch(args))}`;

export const attribute = defineExpect({
  kind: "attribute",
  summary: "An attribute of an element has a value.",
  description: "`name` names the attribute; `is`, `contains` or `matches` say how its value is compared.",
  schema,
  example: "expect: {attribute: {target: {role: link, name: Help}, name: href, contains: /help}}",
  describe,
  check: (args, context) =>
    hold(
      context,
      { kind: "attribute", target: args.target, name: args.name, match: toMatch(args) },
      describe(args),
      args.target,
    ),
});
