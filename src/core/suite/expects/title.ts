import { defineExpect } from "#core/suite/define-expect.ts";
import { describeMatch, matchSchema, toMatch } from "#core/suite/scalars.ts";
import { hold } from "./hold.ts";

export const title = defineExpect({
  kind: "title",
  summary: "The title of the page.",
  description: "Compares the document's title; a bare text must be contained in it.",
  schema: matchSchema,
  example: "expect: {title: {is: Cart}}",
  describe: (args) => `title ${describeMatch(toMatch(args))}`,
  check: (args, context) =>
    hold(context, { kind: "title", match: toMatch(args) }, `title ${describeMatch(toMatch(args))}`),
});
