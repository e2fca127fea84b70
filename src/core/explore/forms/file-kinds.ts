import type { SurveyField, SurveyForm } from "#model/survey.ts";

/** What a small valid file is made of, as the step `upload` has it. */
export type FileKind = "png" | "pdf" | "text";

const ACCEPTED: [FileKind, RegExp][] = [
  ["png", /image\/(?:\*|png)|\.png\b/i],
  ["pdf", /\.pdf\b|\/pdf\b/i],
  ["text", /\.txt\b|text\/(?:plain|\*)/i],
];

const PICTURE = /photo|image|picture|cover(?! letter)|screenshot|foto|bild|imag|immagin|afbeelding/i;

/** Takes the place of what is there, or proves something. */
const NOT_OF_AN_ITEM =
  /import|restore|back-?up|migrat|bulk|replac|version|avatar|logo|favicon|brand|verif|identity|\bpassport|einspiel|wiederherstell|ersetz/i;
/** Data of many items. */
const DATA =
  /\bcsv\b|\bxlsx?\b|excel|spreadsheet|\bjson\b|\/xml|\bsql\b|\bzip\b|\bics\b|text\/calendar|\bvcf\b|vcard/i;

/** The file goes with an item that has words of its own, and is no list of items itself. */
const goesWith = (field: SurveyField, { name, submit, fields }: SurveyForm): boolean => {
  const words = [name, submit?.name ?? "", field.name, field.hint ?? ""];
  return (
    words.every((text) => !NOT_OF_AN_ITEM.test(text)) &&
    [...words, field.accept ?? ""].every((text) => !DATA.test(text)) &&
    fields.some(({ type, target }) => /^(?:text|textarea|)$/.test(type) && target !== null)
  );
};

/** It cannot be sent without a file that is chosen anew. */
export const asksForFile = ({ fields }: SurveyForm): boolean =>
  fields.some(({ type, required, disabled }) => type === "file" && required && !disabled);

/** The kinds of files that a field of a form may be given, most likely first; none where no small file can be made that it takes. */
export const fileKinds = (field: SurveyField, form: SurveyForm): FileKind[] => {
  const { accept = "", name, hint = "" } = field;
  if (!goesWith(field, form)) return [];
  if (accept.trim() !== "" && !/^\*$|\*\/\*/.test(accept))
    return ACCEPTED.filter(([, words]) => words.test(accept)).map(([kind]) => kind);
  const isPicture = PICTURE.test(name) && !/\bpdf\b/i.test(hint);
  return isPicture ? ["png", "pdf"] : ["pdf", "png", "text"];
};
