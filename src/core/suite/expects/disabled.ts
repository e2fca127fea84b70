import { defineTargetExpect } from "./hold.ts";

export const disabled = defineTargetExpect({
  kind: "disabled",
  summary: "A control cannot be used.",
  description: "Holds when the control is disabled, by attribute or ARIA.",
  example: "expect: {disabled: Place order}",
  condition: (target) => ({ kind: "enabled", target, enabled: false }),
});
