import { defineElementStep } from "./element.ts";

export const click = defineElementStep({
  verb: "click",
  summary: "Click an element.",
  description:
    "Waits until the one element that fits is visible, stable, enabled and not covered, then clicks its middle.",
  example: "click: Add to cart",
  says: "click",
  action: { kind: "click" },
});
