import { escapeRegex } from "#model/escape-regex.ts";
import type { SitePage } from "#model/site-pages.ts";

/** Heads or goes before what goes on while nobody does anything, or is of the visit itself. */
export const PASSING =
  /\b(?:last|latest|next|updated?|edited|modified|changed|seen|active|activity|viewed|visit|log-?in|sync|in|ago|left|remaining)\b/i;

/** Says no more than that it is a day, and ends other labels as well: "Due date". */
export const ANY_DAY = /^(?:date|day|datum|fecha|data)$/i;

/** The only place of the page that has the label, with a value behind it. */
export const labelled = ({ survey }: SitePage, words: string): { label: string; rest: string } | null => {
  const parts = survey.text.split(new RegExp(`(?<![\\p{L}\\d])(${escapeRegex(words)} ?:? )(?=\\S)`, "u"));
  const [, label, rest] = parts;
  return label === undefined || rest === undefined || parts.length !== 3 ? null : { label, rest };
};

const OF_DAY = / (?:day|date|on|by|at)$/i;

/** The same for a day: "Due", "Due date" and "Due day" are one label. */
export const labelledDay = (page: SitePage, words: string): ReturnType<typeof labelled> => {
  const stem = words.replace(OF_DAY, "");
  const forms = [words, stem, ...["day", "date", "on", "by"].map((word) => `${stem} ${word}`)];
  const found = [...new Set(forms)].flatMap((form) => labelled(page, form) ?? []);
  // "Due day 7 May" has a value behind "Due" as well.
  return found.toSorted((a, b) => b.label.length - a.label.length)[0] ?? null;
};
