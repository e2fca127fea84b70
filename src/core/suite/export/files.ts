import { z } from "zod";
import { targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import { fileSchema, makeFile } from "#core/suite/files.ts";
import type { FileDocument } from "#core/suite/files.ts";
import { variablesIn } from "#core/suite/values.ts";
import { quote } from "./code.ts";
import { Unexportable } from "./scope.ts";
import type { Scope } from "./scope.ts";

const filesSchema = z.union([fileSchema, z.array(fileSchema)]);
const fieldSchema = z.strictObject({ target: targetSchema, file: filesSchema });

/** The fields of an `upload` with their files. */
export const uploadsOf = (args: unknown): { target: Target; files: FileDocument[] }[] => {
  const one = fieldSchema.safeParse(args);
  if (one.success) return [{ target: one.data.target, files: [one.data.file].flat() }];
  return Object.entries(z.record(z.string(), filesSchema).parse(args)).map(([target, files]) => ({
    target,
    files: [files].flat(),
  }));
};

const longest = 20_000;

/** A file as Playwright takes it; text stays text, what is generated becomes its bytes. */
export const fileCode = (file: FileDocument, scope: Scope): string => {
  const { content, base64, size } = file;
  const made = makeFile({ ...file, ...(typeof size === "string" ? { size: 0 } : {}) });
  if (typeof made === "string") throw new Unexportable(made);
  const bytes = (): string => {
    if (content !== undefined) return `Buffer.from(${scope.text(content)})`;
    if (base64 !== undefined && variablesIn(base64).length > 0)
      return `Buffer.from(${scope.text(base64)}, "base64")`;
    if (size !== undefined) return `Buffer.alloc(${scope.number(size)}, "x")`;
    const encoded = Buffer.from(made.content).toString("base64");
    if (encoded.length > longest) throw new Unexportable(`the file ${made.name} is too large for a spec`);
    return `Buffer.from(${quote(encoded)}, "base64")`;
  };
  return `{ name: ${scope.text(made.name)}, mimeType: ${scope.text(made.type)}, buffer: ${bytes()} }`;
};
