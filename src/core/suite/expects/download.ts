import { z } from "zod";
import { defineExpect } from "#core/suite/define-expect.ts";
import { awaitDownload, describeDownload, downloadShape } from "#core/suite/downloads.ts";

export const download = defineExpect({
  kind: "download",
  summary: "The page has given a file.",
  description:
    "Holds when, since the case began, a download ended whose `name`, `content` and number of `lines` (where given) are as they should be, and which has nothing of what it `lacks`. " +
    "The step `download` also clicks what gives the file.",
  schema: z
    .strictObject(downloadShape)
    .refine((parts) => Object.values(parts).some((part) => part !== undefined), {
      message: "needs name, content, lacks or lines",
    }),
  example: "expect: {download: {name: {matches: '\\.pdf$'}}}",
  describe: describeDownload,
  check: (args, context) => awaitDownload(args, 0, context),
});
