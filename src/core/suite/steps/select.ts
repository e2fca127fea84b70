import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { textSchema } from "#core/suite/scalars.ts";
import { actOn } from "./element.ts";

const optionsSchema = z
  .union([textSchema, z.array(textSchema)])
  .describe("Option, or options of a multiple choice");
const fieldSchema = z.strictObject({ target: targetSchema, value: optionsSchema });
const schema = z.union([
  fieldSchema,
  z
    .record(z.string().min(1), optionsSchema)
    .refine((fields) => Object.keys(fields).length > 0, { message: "names no field" }),
]);

const list = (options: z.output<typeof optionsSchema>): string[] =>
  (Array.isArray(options) ? options : [options]).map(String);

const read = (args: z.output<typeof schema>): { target: Target; options: string[] }[] => {
  const one = fieldSchema.safeParse(args);
  if (one.success) return [{ target: one.data.target, options: list(one.data.value) }];
  return Object.entries(z.record(z.string(), optionsSchema).parse(args)).map(([target, options]) => ({
    target,
    options: list(options),
  }));
};

const say = (options: string[]): string => options.map((option) => `"${option}"`).join(", ");

export const select = defineStep({
  verb: "select",
  summary: "Choose options.",
  description:
    "`{Country: France}` chooses an option by what it shows, or by its value; a list chooses several. " +
    "`{target: …, value: …}` names the field by a target.",
  schema,
  example: "select: {Country: France}",
  describe: (args) =>
    `select ${read(args)
      .map(({ target, options }) => `${say(options)} in ${describeTarget(target)}`)
      .join(", ")}`,
  async run(args, context) {
    for (const { target, options } of read(args)) {
      const outcome = await actOn(context, target, { kind: "select", options }, options.join(", "));
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  },
});
