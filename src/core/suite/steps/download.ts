import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { awaitDownload, describeDownload, downloadShape } from "#core/suite/downloads.ts";
import { actOn } from "./element.ts";

export const download = defineStep({
  verb: "download",
  summary: "Click what gives a file, and wait for the file.",
  description:
    "Fails when the click brings no download whose `name`, `content` and number of `lines` (where given) are as they should be, and which has nothing of what it `lacks`. " +
    "Content is read as text, from files of at most 20 MiB.",
  schema: z.strictObject({ click: targetSchema.describe("What gives the file"), ...downloadShape }),
  example: "download: {click: Export, name: orders.csv, content: {matches: '^name,'}}",
  pace: "navigation",
  describe: ({ click, ...parts }) => `get ${describeDownload(parts)} by a click on ${describeTarget(click)}`,
  async run({ click, ...parts }, context) {
    const skip = context.session.downloads.length;
    const clicked = await actOn(context, click, { kind: "click" });
    if (!clicked.ok) return clicked;
    return awaitDownload(parts, skip, context);
  },
});
