import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";
import { actOn } from "./element.ts";

const keySchema = z.string().min(1).describe("Key or chord: Enter, Control+A, ArrowDown");
const schema = z.union([
  keySchema,
  z.strictObject({ key: keySchema, target: targetSchema.describe("What gets the focus first").optional() }),
]);

export const press = defineStep({
  verb: "press",
  summary: "Press a key or chord.",
  description: "On what has the focus; `{key: Enter, target: Search}` gives the focus to an element first.",
  schema,
  example: "press: {key: Enter, target: Search}",
  describe(args) {
    if (typeof args === "string") return `press ${args}`;
    return args.target === undefined
      ? `press ${args.key}`
      : `press ${args.key} in ${describeTarget(args.target)}`;
  },
  async run(args, context) {
    const { key, target } = typeof args === "string" ? { key: args, target: undefined } : args;
    if (target !== undefined) return actOn(context, target, { kind: "press", key }, key);
    context.announce(null, key);
    const answer = await context.page.press(key, { timeoutMs: context.timeoutMs });
    return answer.ok ? { ok: true } : brokenBy(answer);
  },
});
