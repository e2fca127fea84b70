import { defineExpect } from "#core/suite/define-expect.ts";
import { bareSchema } from "#core/suite/scalars.ts";
import { hold } from "./hold.ts";

export const noOverlap = defineExpect({
  kind: "no_overlap",
  summary: "No text, field or card of the page lies over another.",
  description:
    "Holds when no text or field that is laid out with the others lies over another one, nor a text that is positioned over a text with nothing " +
    "between them, nor do parts of one kind that have a frame, such as cards, reach into each other. What keeps its place in the window (dialogs, " +
    "sticky heads) or is turned is compared with what is in it alone; drawings, `contenteditable` and `aria-hidden` are not looked at. The first " +
    "two are named.",
  schema: bareSchema,
  example: "expect: no_overlap",
  describe: () => "nothing lies over anything else",
  negative: () => true,
  check: (_args, context) =>
    hold(context, { kind: "no_overlap" }, "a page on which nothing lies over anything"),
});
