import type { SurveyField } from "#model/survey.ts";
import type { Entry } from "./form-data.ts";

/** What begins a stretch of time or of numbers. */
export const BEGIN =
  /\b(?:from|starts?|begins?|check-?in|arrival|departure|pick-?up|opens?|min|minimum|least|first (?:day|night|date)|erster tag|von|ab|anfang|beginn|anreise|d[ée]but|desde|inicio|inizio)\b/i;
/** What ends one. */
export const END =
  /\b(?:to|until|till|ends?|due|deadline|check-?out|return|drop-?off|closes?|max|maximum|most|last (?:day|night|date)|letzter tag|bis|ende|abreise|fin|hasta|fine)\b/i;
const CLOCK = /^(.*?)(\d{2}):(\d{2})$/;

/** What ends what begins with the value: a number a little higher, two hours later; null for another kind of value. */
const endOf = (begin: string): string | null => {
  if (/^\d{1,6}$/.test(begin)) return String(Number(begin) + 7);
  const [, day = "", hour = "", minute = ""] = CLOCK.exec(begin) ?? [];
  return hour === "" || Number(hour) > 21
    ? null
    : `${day}${String(Number(hour) + 2).padStart(2, "0")}:${minute}`;
};

/** The same entries, where what begins and what ends had one value, with another for the end. */
export const withEnds = (entries: Entry[]): Entry[] =>
  entries.map((entry, at) => {
    const before = entries[at - 1];
    if (entry.kind !== "fill" || before?.kind !== "fill" || entry.field.taken || entry.value !== before.value)
      return entry;
    const end = isPair(before.field, entry.field) ? endOf(before.value) : null;
    const { max } = entry.field;
    return end === null || (max !== null && Number(max) < Number(end)) ? entry : { ...entry, value: end };
  });

const rest = (name: string): string =>
  (
    name
      .toLowerCase()
      .replace(BEGIN, "")
      .replace(END, "")
      .match(/\p{L}{3,}/gu) ?? []
  ).join(" ");

/** Two fields side by side, the second of which ends what the first begins, by their names. */
export const isPair = (begin: SurveyField, end: SurveyField): boolean =>
  begin.type === end.type &&
  begin.name !== end.name &&
  BEGIN.test(begin.name) &&
  END.test(end.name) &&
  rest(begin.name) === rest(end.name);
