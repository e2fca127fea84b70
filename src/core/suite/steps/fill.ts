import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { textSchema } from "#core/suite/scalars.ts";
import { actOn } from "./element.ts";

const fieldSchema = z.strictObject({
  target: targetSchema,
  value: textSchema.describe("What is typed; empty clears"),
});
const schema = z.union([
  fieldSchema,
  z
    .record(z.string().min(1), textSchema)
    .refine((fields) => Object.keys(fields).length > 0, { message: "names no field" }),
  z.array(fieldSchema).min(1),
]);

const read = (args: z.output<typeof schema>): { target: Target; value: string }[] => {
  if (Array.isArray(args)) return args.map(({ target, value }) => ({ target, value: String(value) }));
  const one = fieldSchema.safeParse(args);
  if (one.success) return [{ target: one.data.target, value: String(one.data.value) }];
  return Object.entries(z.record(z.string(), textSchema).parse(args)).map(([target, value]) => ({
    target,
    value: String(value),
  }));
};

export const fill = defineStep({
  verb: "fill",
  summary: "Type into fields.",
  description:
    "`{Email: a@b.example, Quantity: 2}` fills each field, named as a person would, in the order given. " +
    "`{target: …, value: …}` names one field by a target; a list takes several of these. What a field held before is replaced.",
  schema,
  example: 'fill: {Email: ann@shop.example, Quantity: "2"}',
  describe: (args) =>
    `fill ${read(args)
      .map(({ target, value }) => `${describeTarget(target)} with "${value}"`)
      .join(", ")}`,
  async run(args, context) {
    for (const { target, value } of read(args)) {
      const outcome = await actOn(context, target, { kind: "fill", value }, value);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  },
});
