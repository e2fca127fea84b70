import { defineElementStep } from "./element.ts";

export const scrollTo = defineElementStep({
  verb: "scroll_to",
  summary: "Scroll until an element is in view.",
  description: "Scrolls every container that hides the element.",
  example: "scroll_to: {role: contentinfo}",
  says: "scroll to",
  action: { kind: "scroll_to" },
});
