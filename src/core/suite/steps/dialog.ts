import { z } from "zod";
import { defineStep } from "#core/suite/define-step.ts";
import { textSchema } from "#core/suite/scalars.ts";

const schema = z.union([
  z.enum(["accept", "dismiss"]),
  z.strictObject({ text: textSchema.describe("What is typed into a prompt, which is then accepted") }),
]);

export const dialog = defineStep({
  verb: "dialog",
  summary: "Say how the next dialog is to be answered.",
  description:
    "Stands before the step that opens the dialog (alert, confirm, prompt, or the question on leaving a page); several of these answer " +
    "as many dialogs, in order. `accept`, `dismiss`, or `{text: Ann}` for a prompt. Without it a prompt is dismissed and every other " +
    "dialog accepted.",
  schema,
  example: "dialog: dismiss",
  describe: (args) =>
    typeof args === "string" ? `${args} the next dialog` : `answer the next dialog with "${args.text}"`,
  async run(args, context) {
    const answer =
      typeof args === "string"
        ? { accept: args === "accept", text: null }
        : { accept: true, text: String(args.text) };
    context.announce(null, typeof args === "string" ? args : String(args.text));
    context.session.answerNextDialog(answer);
    return { ok: true };
  },
});
