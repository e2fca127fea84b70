import { PNG } from "pngjs";
import { z } from "zod";
import { countSchema, toNumber } from "./scalars.ts";

/** A file that a suite carries inside itself, ready to be handed to a field. */
export type InlineFile = { name: string; type: string; content: Uint8Array };

const kinds = ["png", "csv", "pdf", "text"] as const;
type Kind = (typeof kinds)[number];

const defaultNames: Record<Kind, string> = {
  png: "picture.png",
  csv: "table.csv",
  pdf: "document.pdf",
  text: "text.txt",
};

const types: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  svg: "image/svg+xml",
  webp: "image/webp",
  pdf: "application/pdf",
  csv: "text/csv",
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  json: "application/json",
  xml: "application/xml",
  yaml: "application/yaml",
  zip: "application/zip",
};

const largestBytes = 10 * 1024 * 1024;

/** One file: its content as text or base64, or what is to be made. */
export const fileSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[^/\\]{1,200}$/, "expected a file name without folders")
      .describe("File name; goes without saying for a generated file")
      .optional(),
    content: z.string().describe("The file's text").optional(),
    base64: z.string().describe("The file's bytes in base64").optional(),
    generate: z.enum(kinds).describe("Makes a small valid file of this kind").optional(),
    size: countSchema.describe("Fills a generated text up to so many bytes, at most 10 MiB").optional(),
    type: z.string().min(1).describe("Media type; told from the name when absent").optional(),
  })
  .refine(
    ({ content, base64, generate }) =>
      [content, base64, generate].filter((part) => part !== undefined).length === 1,
    { message: "needs exactly one of content, base64, generate" },
  )
  .refine(({ name, generate }) => name !== undefined || generate !== undefined, { message: "needs a name" })
  .refine(({ size, generate }) => size === undefined || generate === "text", {
    message: "size goes with generate: text",
  });
export type FileDocument = z.output<typeof fileSchema>;

export const nameOf = ({ name, generate }: FileDocument): string =>
  name ?? (generate === undefined ? "" : defaultNames[generate]);

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const makePng = (): Uint8Array => {
  const png = new PNG({ width: 32, height: 32 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([225, 29, 72, 255], at);
  return PNG.sync.write(png);
};

/** A page with one line of text; offsets in the table of objects are true. */
const makePdf = (): Uint8Array => {
  const drawing = "BT /F1 18 Tf 20 100 Td (Test document) Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return bytesOf(body + table + end);
};

const makers: Record<Kind, (size: number | null) => Uint8Array> = {
  png: makePng,
  pdf: makePdf,
  csv: () => bytesOf("name,quantity\nMug,2\nLamp,1\n"),
  text: (size) => (size === null ? bytesOf("Test file\n") : new Uint8Array(size).fill("x".charCodeAt(0))),
};

/** The file itself; a text says what is wrong with it. */
export const makeFile = (file: FileDocument): InlineFile | string => {
  const name = nameOf(file);
  const type = file.type ?? types[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
  if (file.content !== undefined) return { name, type, content: bytesOf(file.content) };
  if (file.base64 !== undefined) {
    const text = file.base64.replaceAll(/\s/g, "");
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return `the content of ${name} is not base64`;
    return { name, type, content: new Uint8Array(Buffer.from(text, "base64")) };
  }
  const size = file.size === undefined ? null : toNumber(file.size);
  if (size !== null && size > largestBytes) return `${name} would be larger than 10 MiB`;
  return { name, type, content: makers[file.generate ?? "text"](size) };
};
