import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { actOn } from "./element.ts";

const schema = z.union([targetSchema, z.array(targetSchema).min(1)]);

export const uncheck = defineStep({
  verb: "uncheck",
  summary: "Switch off check boxes or switches.",
  description: "One that is off already stays off. A list takes several targets.",
  schema,
  example: "uncheck: Newsletter",
  describe: (args) => `uncheck ${(Array.isArray(args) ? args : [args]).map(describeTarget).join(", ")}`,
  async run(args, context) {
    for (const target of Array.isArray(args) ? args : [args]) {
      const outcome = await actOn(context, target, { kind: "check", checked: false });
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  },
});
