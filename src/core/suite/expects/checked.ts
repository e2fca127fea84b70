import { z } from "zod";
import { describeTarget, targetObjectSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import { targetSchema } from "#model/target.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { hold } from "./hold.ts";

const withIs = z.strictObject({
  target: targetSchema.describe("Check box, radio button or switch"),
  is: z.boolean().describe("false: expect it not to be checked"),
});
const schema = z.union([z.string().min(1), withIs, targetObjectSchema]);

const read = (args: z.output<typeof schema>): { target: Target; checked: boolean; text: string } => {
  const whole = withIs.safeParse(args);
  const target = whole.success ? whole.data.target : targetSchema.parse(args);
  const checked = whole.success ? whole.data.is : true;
  return { target, checked, text: `${describeTarget(target)} ${checked ? "checked" : "not checked"}` };
};

export const checked = defineExpect({
  kind: "checked",
  summary: "A check box, radio button or switch is on.",
  description: "A target alone must be on; `{target: …, is: false}` expects it to be off.",
  schema,
  example: "expect: {checked: {target: Newsletter, is: false}}",
  describe: (args) => read(args).text,
  check(args, context) {
    const { target, checked: on, text } = read(args);
    return hold(context, { kind: "checked", target, checked: on }, text, target);
  },
});
