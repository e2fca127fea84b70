import { defineExpect } from "#core/suite/define-expect.ts";
import { describeMatchOf, hold, matchesByTarget, matchesByTargetSchema } from "./hold.ts";

export const value = defineExpect({
  kind: "value",
  summary: "Fields hold given values.",
  description:
    "`{Email: a@b.example}` compares each field's value (a bare text means `contains`); " +
    "`{target: …, is: …}` names the field by a target.",
  schema: matchesByTargetSchema,
  example: "expect: {value: {Email: ann@shop.example}}",
  describe: (args) =>
    matchesByTarget(args)
      .map(({ target, match }) => `value of ${describeMatchOf(target, match)}`)
      .join(", "),
  async check(args, context) {
    for (const { target, match } of matchesByTarget(args)) {
      const outcome = await hold(
        context,
        { kind: "value", target, match },
        `value of ${describeMatchOf(target, match)}`,
        target,
      );
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  },
});
