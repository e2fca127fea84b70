import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { actOn } from "./element.ts";

const schema = z.union([targetSchema, z.array(targetSchema).min(1)]);

export const check = defineStep({
  verb: "check",
  summary: "Switch on check boxes, radio buttons or switches.",
  description: "One that is on already stays on. A list takes several targets.",
  schema,
  example: "check: I accept the terms",
  describe: (args) => `check ${(Array.isArray(args) ? args : [args]).map(describeTarget).join(", ")}`,
  async run(args, context) {
    for (const target of Array.isArray(args) ? args : [args]) {
      const outcome = await actOn(context, target, { kind: "check", checked: true });
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  },
});
