import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { actOn } from "./element.ts";

export const drag = defineStep({
  verb: "drag",
  summary: "Drag one element onto another.",
  description:
    "Presses the mouse on the middle of `from`, moves it to the middle of `to` and lets go there, for the drag and drop of HTML as " +
    "well as for pages that follow the pointer themselves.",
  schema: z.strictObject({
    from: targetSchema.describe("What is dragged"),
    to: targetSchema.describe("Where it is let go"),
  }),
  example: "drag: {from: Write tests, to: {role: list, name: Done}}",
  describe: ({ from, to }) => `drag ${describeTarget(from)} to ${describeTarget(to)}`,
  run: ({ from, to }, context) => actOn(context, from, { kind: "drag", to }, describeTarget(to)),
});
