import { escapeRegex } from "#model/escape-regex.ts";
import type { SitePage } from "#model/site.ts";

/** The only place of the page that has the label, with a value behind it. */
export const labelled = ({ survey }: SitePage, words: string): { label: string; rest: string } | null => {
  const parts = survey.text.split(new RegExp(`(?<![\\p{L}\\d])(${escapeRegex(words)} ?:? )(?=\\S)`, "u"));
  const [, label, rest] = parts;
  return label === undefined || rest === undefined || parts.length !== 3 ? null : { label, rest };
};
