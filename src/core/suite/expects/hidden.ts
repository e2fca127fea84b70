import { defineTargetExpect } from "./hold.ts";

export const hidden = defineTargetExpect({
  kind: "hidden",
  summary: "An element is gone or cannot be seen.",
  description: "Waits until the page has settled, then until no visible element fits the target.",
  example: "expect: {hidden: Loading}",
  negative: true,
  condition: (target) => ({ kind: "hidden", target }),
});
