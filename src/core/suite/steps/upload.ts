import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { fileSchema, makeFile, nameOf } from "#core/suite/files.ts";
import type { FileDocument } from "#core/suite/files.ts";
import { noValue } from "#core/suite/outcome.ts";
import { actOn } from "./element.ts";

const filesSchema = z
  .union([fileSchema, z.array(fileSchema).max(20)])
  .describe("File, or files of a multiple choice; an empty list takes the choice back");
const fieldSchema = z.strictObject({ target: targetSchema, file: filesSchema });
const schema = z.union([
  fieldSchema,
  z
    .record(z.string().min(1), filesSchema)
    .refine((fields) => Object.keys(fields).length > 0, { message: "names no field" }),
]);

const read = (args: z.output<typeof schema>): { target: Target; files: FileDocument[] }[] => {
  const one = fieldSchema.safeParse(args);
  if (one.success) return [{ target: one.data.target, files: [one.data.file].flat() }];
  return Object.entries(z.record(z.string(), filesSchema).parse(args)).map(([target, files]) => ({
    target,
    files: [files].flat(),
  }));
};

const say = (files: FileDocument[]): string => files.map(nameOf).join(", ") || "nothing";

export const upload = defineStep({
  verb: "upload",
  summary: "Choose files in a file field.",
  description:
    "Files are part of the suite: `{name: a.csv, content: …}`, `{name: a.png, base64: …}`, or a small valid file with " +
    "`{generate: png}` (also csv, pdf, text; `{generate: text, size: 2000000}` for the limits of a form). " +
    "`{Photo: …}` names the field as a person would, `{target: …, file: …}` by a target; a list chooses several files.",
  schema,
  example: "upload: {Photo: {generate: png}}",
  describe: (args) =>
    `upload ${read(args)
      .map(({ target, files }) => `${say(files)} to ${describeTarget(target)}`)
      .join(", ")}`,
  async run(args, context) {
    for (const { target, files: documents } of read(args)) {
      const files = [];
      for (const document of documents) {
        const file = makeFile(document);
        if (typeof file === "string") return noValue(file);
        files.push(file);
      }
      const outcome = await actOn(context, target, { kind: "upload", files }, say(documents));
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  },
});
