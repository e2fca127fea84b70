import { defineTargetExpect } from "./hold.ts";

export const focused = defineTargetExpect({
  kind: "focused",
  summary: "An element has the keyboard focus.",
  description: "Holds when keys would go to the element.",
  example: "expect: {focused: Search}",
  condition: (target) => ({ kind: "focused", target }),
});
