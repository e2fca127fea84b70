import { defineTargetExpect } from "./hold.ts";

export const enabled = defineTargetExpect({
  kind: "enabled",
  summary: "A control can be used.",
  description: "Holds when the control is not disabled, by attribute or ARIA.",
  example: "expect: {enabled: Place order}",
  condition: (target) => ({ kind: "enabled", target, enabled: true }),
});
