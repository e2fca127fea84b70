import { defineExpect } from "#core/suite/define-expect.ts";
import { describeMatch, matchSchema, toMatch } from "#core/suite/scalars.ts";
import { hold } from "./hold.ts";

export const url = defineExpect({
  kind: "url",
  summary: "The address of the page.",
  description:
    "Compares the whole address, query and fragment included; a bare text must be contained in it.",
  schema: matchSchema,
  example: "expect: {url: /cart}",
  describe: (args) => `address ${describeMatch(toMatch(args))}`,
  check: (args, context) =>
    hold(context, { kind: "url", match: toMatch(args) }, `address ${describeMatch(toMatch(args))}`),
});
