import { z } from "zod";
import { defineExpect } from "#core/suite/define-expect.ts";
import { awaitDownload, describeDownload, downloadShape } from "#core/suite/downloads.ts";

export const download = defineExpect({
  kind: "download",
  summary: "The page has given a file.",
  description:
    "Holds when, since the case began, a download ended whose `name` and `content` (where given) are as they should be. " +
    "The step `download` also clicks what gives the file.",
  schema: z
    .strictObject(downloadShape)
    .refine(({ name, content }) => name !== undefined || content !== undefined, {
      message: "needs name, content, or both",
    }),
  example: "expect: {download: {name: {matches: '\\.pdf$'}}}",
  describe: describeDownload,
  check: (args, context) => awaitDownload(args, 0, context),
});
