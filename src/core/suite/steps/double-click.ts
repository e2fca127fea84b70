import { defineElementStep } from "./element.ts";

export const doubleClick = defineElementStep({
  verb: "double_click",
  summary: "Double-click an element.",
  description: "As click, with two clicks that the page sees as one double-click.",
  example: "double_click: {role: row, name: Mug}",
  says: "double-click",
  action: { kind: "double_click" },
});
