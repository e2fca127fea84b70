import { defineTargetExpect } from "./hold.ts";

export const visible = defineTargetExpect({
  kind: "visible",
  summary: "An element is on the page and can be seen.",
  description: "Holds as soon as one element fits the target and is visible.",
  example: "expect: {visible: Thank you}",
  condition: (target) => ({ kind: "visible", target }),
});
