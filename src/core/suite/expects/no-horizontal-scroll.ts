import { defineExpect } from "#core/suite/define-expect.ts";
import { bareSchema } from "#core/suite/scalars.ts";
import { hold } from "./hold.ts";

export const noHorizontalScroll = defineExpect({
  kind: "no_horizontal_scroll",
  summary: "The page is no wider than its window.",
  description:
    "Holds when the page cannot be scrolled sideways; what a part of the page scrolls by itself, such as a wide table in a box of its own, is " +
    "not looked at. After `viewport` it says whether the page fits a phone. What sticks out is named.",
  schema: bareSchema,
  example: "expect: no_horizontal_scroll",
  describe: () => "no horizontal scroll",
  negative: () => true,
  check: (_args, context) =>
    hold(context, { kind: "no_horizontal_scroll" }, "a page that is as wide as its window"),
});
