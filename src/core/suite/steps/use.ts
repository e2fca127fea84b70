import { z } from "zod";
import { defineStep } from "#core/suite/define-step.ts";

export const use = defineStep({
  verb: "use",
  summary: "Do the steps of a block.",
  description:
    "Takes the name of an entry of `blocks`; its steps are done, and reported, in place of this one.",
  schema: z.string().min(1).describe("Name of a block"),
  example: "use: open cart",
  describe: (name) => `use ${name}`,
  uses: (name) => name,
});
