import { defineElementStep } from "./element.ts";

export const hover = defineElementStep({
  verb: "hover",
  summary: "Move the pointer onto an element.",
  description: "As click, without pressing; opens menus and tool tips.",
  example: "hover: Account",
  says: "hover over",
  action: { kind: "hover" },
});
