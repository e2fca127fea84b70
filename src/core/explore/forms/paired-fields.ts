import type { SurveyField } from "#model/survey.ts";
import type { Entry } from "./form-data.ts";
import { LATER_DAY, SAMPLE_DAY, isoDay } from "./samples.ts";

/** What begins a stretch of time or of numbers. */
export const BEGIN =
  /\b(?:from|starts?|begins?|check-?in|arrival|departure|pick-?up|opens?|min|minimum|least|lower|lowest|first (?:day|night|date)|erster tag|von|ab|anfang|beginn|anreise|d[ée]but|desde|inicio|inizio)\b/i;
/** What ends one. */
export const END =
  /\b(?:to|until|till|ends?|due|deadline|check-?out|return|drop-?off|closes?|max|maximum|most|upper|highest|last (?:day|night|date)|letzter tag|bis|ende|abreise|fin|hasta|fine)\b/i;
/** The day of what may go on for several, beside one on which it ends. */
const DAY_ALONE =
  /^(?:the )?(?:date|day|event (?:date|day)|(?:first|next) (?:payment|delivery|collection|visit|meeting|lesson|session|order|invoice|transfer|run|execution|occurrence|date|day)(?: (?:date|day|on))?|(?:erste|n[äa]chste)[rs]? (?:zahlung|lieferung|ausf[üu]hrung|rechnung|termin)|(?:premier|premi[èe]re|prochain|prochaine) (?:paiement|livraison|versement)|(?:primer|pr[óo]ximo|primo|prossimo) (?:pago|pagamento)|datum|tag|jour|fecha|d[íi]a|giorno|data|dia|dag|dzie[ńn])[\s*:]*$/i;
const END_ALONE =
  /^(?:ends?|end (?:date|day)|ends on|until|till|(?:last|final) (?:day|date)|final payment|enddatum|endet am|bis|(?:date de )?fin|jusqu['’]au|hasta|fecha de fin|(?:data (?:di )?)?fine|fino al|at[ée]|data (?:de )?fim|einddatum|tot|data zako[ńn]czenia)[\s*:]*$/i;
/** What says of a field that it may stay empty. */
const OPTIONAL =
  /[\s,:–-]*[([]?(?:optional(?:ly)?|wahlfrei|freiwillig|facultatif|facultative|opcional|facoltativo|facoltativa|optioneel|opcjonalnie)[)\]]?[\s:]*$/i;
const bare = (name: string): string => name.replace(OPTIONAL, "").trim();

/** By its name alone, the day of what may go on, or the one on which that ends. */
export const isDayAlone = ({ name }: SurveyField): boolean => DAY_ALONE.test(bare(name));
export const isEndAlone = ({ name }: SurveyField): boolean => END_ALONE.test(bare(name));

/** Who arrives leaves on a later day. */
const ARRIVAL = /\b(?:arrival|check-?in|anreise|arriv[ée]e|llegada|arrivo)\b/i;
const DEPARTURE = /\b(?:departure|check-?out|abreise|d[ée]part|salida|partenza)\b/i;

/** A stay over night: its last day is another one than its first. */
export const isStay = (begin: SurveyField, end: SurveyField): boolean =>
  begin.type === "date" && end.type === "date" && ARRIVAL.test(begin.name) && DEPARTURE.test(end.name);

const SOON = "${day}";
const TODAY = "${today}";

const isOnDay = (entry: Entry | undefined, day: string): boolean =>
  entry?.kind === "fill" && !entry.field.taken && entry.value === day;

/** A stay begins today, and ends soon. */
const withStays = (entries: Entry[]): Entry[] => {
  const today = isoDay(Date.now());
  return entries.map((entry, at) => {
    const next = entries[at + 1];
    const begins =
      next &&
      (entry.field.min ?? today) <= today &&
      isOnDay(entry, SOON) &&
      isOnDay(next, SOON) &&
      isStay(entry.field, next.field);
    return begins && entry.kind === "fill"
      ? { ...entry, value: TODAY, fixtures: { today: { date: "today" } } }
      : entry;
  });
};

/** The same on days that are so each time: a list that is in order of days has the item at one place, and shows a day that is known. */
export const onOneDay = (entries: Entry[]): Entry[] =>
  entries.map((entry, at) => {
    if (entry.kind !== "fill" || (entry.field.max || LATER_DAY) < LATER_DAY) return entry;
    if (isOnDay(entry, TODAY)) return { ...entry, value: SAMPLE_DAY, fixtures: {} };
    if (entry.value !== SOON) return entry;
    const value = isOnDay(entries[at - 1], TODAY) ? LATER_DAY : SAMPLE_DAY;
    return { ...entry, value, fixtures: {} };
  });

const CLOCK = /^(.*?)(\d{2}):(\d{2})$/;

/** What ends what begins with the value: a number a little higher, two hours later; null for another kind of value. */
const endOf = (begin: string): string | null => {
  if (/^\d{1,6}$/.test(begin)) return String(Number(begin) + 7);
  if (/^\d{1,6}\.\d\d$/.test(begin)) return (Number(begin) + 7).toFixed(2);
  const [, day = "", hour = "", minute = ""] = CLOCK.exec(begin) ?? [];
  return hour === "" || Number(hour) > 21
    ? null
    : `${day}${String(Number(hour) + 2).padStart(2, "0")}:${minute}`;
};

/** The same entries, where what begins and what ends had one value, with another for the end. */
export const withEnds = (entries: Entry[]): Entry[] =>
  withStays(entries).map((entry, at) => {
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

/** Two fields, the second of which ends what the first begins, or a stay that does. */
export const isStretch = (begin: SurveyField, end: SurveyField): boolean =>
  isStay(begin, end) || isPair(begin, end);
