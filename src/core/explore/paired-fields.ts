import type { Entry } from "./form-data.ts";

const BEGIN =
  /\b(?:from|start|starts|begin|begins|min|minimum|least|check-?in|pick-?up|open|opens|von|ab|anfang|beginn|d[ée]but|desde|inicio|inizio)\b/i;
const END =
  /\b(?:to|until|till|end|ends|max|maximum|most|check-?out|drop-?off|close|closes|bis|ende|fin|hasta|fine)\b/i;
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
    const isPair =
      entry.field.type === before.field.type && BEGIN.test(before.field.name) && END.test(entry.field.name);
    const end = isPair ? endOf(before.value) : null;
    const { max } = entry.field;
    return end === null || (max !== null && Number(max) < Number(end)) ? entry : { ...entry, value: end };
  });
