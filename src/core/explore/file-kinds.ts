import type { SurveyField, SurveyForm } from "#model/survey.ts";

/** What a small valid file is made of, as the step `upload` has it. */
export type FileKind = "png" | "pdf" | "csv" | "text";

const ACCEPTED: [FileKind, RegExp][] = [
  ["png", /image\/(?:\*|png)|\.png\b/i],
  ["pdf", /\.pdf\b|\/pdf\b/i],
  ["csv", /\.csv\b|text\/(?:csv|\*)/i],
  ["text", /\.txt\b|text\/(?:plain|\*)/i],
];

const PICTURE = /photo|image|picture|avatar|logo|icon|cover|screenshot|foto|bild|imag|immagin|afbeelding/i;

/** Takes what it is given for the app's own data, or in place of it. */
const IMPORTS = /import|restore|back-?up|migrat|csv|json|spreadsheet|einspiel|wiederherstell/i;

/** The file goes with an item that has words of its own, and is no list of items itself. */
const goesWith = (field: SurveyField, { name, submit, fields }: SurveyForm): boolean =>
  !IMPORTS.test(`${name} ${submit?.name ?? ""} ${field.name}`) &&
  fields.some(({ type, target }) => /^(?:text|textarea|)$/.test(type) && target !== null);

/** The kinds of files that a field of a form may be given, most likely first; none where no small file can be made that it takes. */
export const fileKinds = (field: SurveyField, form: SurveyForm): FileKind[] => {
  const { accept = "", name, hint = "" } = field;
  if (!goesWith(field, form)) return [];
  if (accept.trim() !== "" && !/\*\/\*/.test(accept))
    return ACCEPTED.filter(([, words]) => words.test(accept)).map(([kind]) => kind);
  const isPicture = PICTURE.test(name) && !/\bpdf\b/i.test(hint);
  return isPicture ? ["png", "pdf"] : ["pdf", "png", "text"];
};
