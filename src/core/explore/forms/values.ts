import { findValues, isStepped, readDate, readDuration } from "#core/suite/order.ts";
import type { SortOrder } from "#model/site-lists.ts";

/** What kind of value something shows. */
export type By = Exclude<SortOrder["by"], string[]>;

const WEEKDAY =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:mo|di|mi|do|fr|sa|so)(?:n?tag|nstag|ttwoch|nnerstag|eitag|mstag)?|(?:lun|mar|mer|jeu|ven|sam|dim)[a-z]*|(?:mi[eé]|jue|vie|s[áa]b|dom)[\p{L}]*)\.?,? (?=\S)/iu;

/** A day without the day of the week before it: "Fri 27 Nov 2026". */
export const withoutWeekday = (text: string): string => {
  const rest = text.replace(WEEKDAY, "");
  return rest !== text && findValues(rest, "date").some((found) => rest.startsWith(found)) ? rest : text;
};

/** A day or a time in words that do not tell its year, such as "Sat 5 Dec", "Yesterday" or "2 hours ago". */
const PART_OF_DAY =
  /^(?:today|yesterday|tomorrow|just now|heute|gestern|morgen|hier|aujourd.hui|hoy|ayer|last|next|in \d+)\b|\bago$|^vor \d|^(?:\p{L}{2,10}\.?,? )?(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}* \d{1,2})\b/iu;

const isOnly = (text: string, by: "money" | "date"): boolean => {
  const [found] = findValues(text, by);
  return (
    found !== undefined &&
    text.startsWith(found) &&
    /^[,\s]*(?:\d{1,2}:\d{2}.*)?$/.test(text.slice(found.length))
  );
};

/** A day, with a time or without, and nothing else. */
export const isDay = (text: string): boolean => isOnly(withoutWeekday(text.trim()), "date");

const NUMBER = /^(?:-?\d[\d.,' ]*%?|(?:#|№|N[or]\.) ?\d+)$/;
const MEASURED = /^-?\d[\d.,']*\s?(\p{L}{1,8}[²³]?)\.?$/u;
const ZERO_LED = /^\D*0\d/;
/** Three numbers or more with points between them, which group no thousands: a version, an address of a machine. */
const VERSION = /^\d+(?:\.\d+){2,}$/;
const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;
const DAY_NAME = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[eé]rcoles|jueves|viernes|s[áa]bado|domingo|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica`;
/** A day of the week, with a time or without. */
const OF_WEEK = new RegExp(String.raw`^(?:${DAY_NAME})\.?,?(?:$| (?:at |um |à |alle )?\d)`, "iu");
const MONTH = String.raw`(?:jan|feb|f[ée]v|m[aä]r|apr|abr|avr|ma[iyg]|jun|jui|giu|jul|lug|aug|ao[uû]|ago|sep|set|o[ckt]t|nov|de[czs]|d[ée]c|dic|ene|gen|spring|summer|autumn|fall|winter|fr[üu]h|sommer|herbst)\p{L}*\.?,?(?: del?)?`;
/** A month, a quarter or a season of a year, or a time of day by its half: letters do not tell their order. */
const PERIOD = new RegExp(
  [
    String.raw`^${MONTH} (?:(?:19|20)\d{2}|['’]\d{2})$`,
    String.raw`^(?:[qtsh]|kw|weeks?|wk|woche|semaine|semana|settimana)\.? ?\d{1,2}[ ,/-]{1,2}(?:19|20)\d{2}$`,
    String.raw`^\d{1,2}(?::\d{2})?\s?[ap]\.?\s?m\b`,
  ].join("|"),
  "iu",
);
/** So many of so many, "2/5" or "2 of 5": in the order of the part, of the whole or of what the one is of the other. */
const SHARE = /^\d+\s*(?:\/|of|out of|von|sur|de|di)\s*\d+(?![\d/])/iu;

/** Fits a year by itself: no amount, no part of a date or of a longer number. */
export const YEAR = String.raw`(?<![\d.,:/#€$£-]|[€$£] )(?:1[5-9]|20)\d\d(?![\d%€]|[.,:/-]\d| ?(?:€|EUR|USD))`;

export const yearsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(YEAR, "gu"))].map(([found]) => found);

/** A unit without its plural. */
const oneOf = (unit: string): string => unit.replace(/(?<=\p{L}{2})s$/u, "");

/** The unit of a number such as "12.5 km" or "3 days", without its plural; null where the text is anything else. */
export const unitOf = (text: string): string | null => {
  const unit = MEASURED.exec(text.trim())?.[1];
  return unit === undefined ? null : oneOf(unit);
};

const MARK = String.raw`(?:\s+(\p{L}[\p{L} ]{1,20}))?`;
/** A number, its unit and a mark; behind a bare number a mark looks like a unit. */
const MARKED = new RegExp(String.raw`^-?\d[\d.,']*\s?(\p{L}{1,8}[²³]?)\.?${MARK}$`, "u");
const BARE_MARKED = new RegExp(String.raw`^-?\d[\d.,']*()${MARK}$`, "u");
const MOST_MARKS = 3;
/** Begins with numbers between points, such as a version. */
const POINTED = /^\d+(?:\.\d+){2,}/;

/** So many of one thing, or of nothing that is said, some of which bear a mark behind it: "101 pcs", "14 pcs Low". */
const areMarked = (texts: readonly string[]): boolean => {
  const isBare = texts.some((text) => NUMBER.test(text));
  const read = texts.map((text) => (isBare ? BARE_MARKED : MARKED).exec(text));
  const marks = read.flatMap((found) => found?.[2] ?? []);
  return (
    read.every((found) => found !== null) &&
    texts.every((text) => !ZERO_LED.test(text) && !POINTED.test(text)) &&
    new Set(read.map((found) => oneOf(found?.[1] ?? ""))).size === 1 &&
    marks.length > 0 &&
    new Set(marks).size <= MOST_MARKS &&
    marks.length * 3 < texts.length * 2
  );
};

/** Most are so much of something, in several units: "21 months", "2 years", "unknown". */
const isMeasured = (texts: string[]): boolean =>
  texts.filter((text) => unitOf(text) !== null).length * 2 > texts.length;

/** What kind of value all the texts show; null when they are of several kinds or empty. */
export const kindOfValues = (texts: string[]): By | null => {
  const filled = texts.map((text) => withoutWeekday(text.trim())).filter((text) => text !== "");
  if (filled.length < 2 || filled.length < texts.length) return null;
  if (filled.every((text) => isOnly(text, "money"))) return "money";
  if (filled.every((text) => isOnly(text, "date")))
    return filled.every((text) => readDate(text, true) !== null || readDate(text, false) !== null)
      ? "date"
      : null;
  if (filled.some((text) => PART_OF_DAY.test(text) || SHARE.test(text))) return null;
  if (filled.every((text) => isStepped(text))) return "number";
  if (filled.every((text) => NUMBER.test(text))) {
    const isPlain = filled.every(
      (text) => !ZERO_LED.test(text) && (!VERSION.test(text) || THOUSANDS.test(text)),
    );
    return isPlain ? "number" : "text";
  }
  const units = new Set(filled.map(unitOf));
  if (!units.has(null) && units.size === 1) return "number";
  if (filled.every((text) => readDuration(text) !== null)) return "duration";
  if (!units.has(null) || isMeasured(filled)) return null;
  if (filled.filter((text) => PERIOD.test(text) || OF_WEEK.test(text)).length * 2 > filled.length)
    return null;
  return filled.some((text) => NUMBER.test(text) || isOnly(text, "date")) ? null : "text";
};

/** By what a column is put in order: as `kindOfValues`, and by the numbers of what some rows have a mark behind. */
export const kindOfColumn = (texts: string[]): By | null => {
  const filled = texts.map((text) => text.trim());
  return areMarked(filled) ? "number" : kindOfValues(texts);
};

const direction = (label: string): SortOrder["order"] | null => {
  if (
    /high(?:est)?\s*(?:to|-|–|→|first)\s*(?:low)?|desc|z\s*(?:to|-|–|→|bis|à)\s*a\b|newest|latest|most recent|recent first|neueste|absteigend|d[ée]croissant|descendente|↓|▼/i.test(
      label,
    )
  ) {
    return "descending";
  }
  if (
    /low(?:est)?\s*(?:to|-|–|→|first)\s*(?:high)?|asc|\ba\s*(?:to|-|–|→|bis|à)\s*z|oldest|earliest|[äa]lteste|aufsteigend|croissant|ascendente|↑|▲/i.test(
      label,
    )
  ) {
    return "ascending";
  }
  return null;
};

/** What an option of a sort select orders by, where it does not say which comes first; null for what rows may not show. */
export const readPlainSortLabel = (label: string): { by: By; order: "either" } | null => {
  const words = label.trim();
  if (/^(?:unit )?(?:price|cost|amount|preis|prix|precio|prezzo)$/i.test(words))
    return { by: "money", order: "either" };
  if (/^(?:due(?: date)?|date|day|deadline|datum|f[äa]llig)$/i.test(words))
    return { by: "date", order: "either" };
  if (/^(?:name|title|alphabet(?:ical(?:ly)?)?|titel|titre|nom|nombre|nome|naam|nazwa)$/i.test(words))
    return { by: "text", order: "either" };
  return null;
};

/** Of whom or by which part of a name: the list may show neither as it is sorted by. */
const OF_OTHERS =
  /\bauthor|\bartist|\bcreator|\bpublisher|\bowner|\bassignee|surname|\blast name|\bfamily name|\bautor|\bverlag|nachname|familienname|\bauteur|nom de famille|apellido|cognome/i;

/** What an option of a sort select promises: "Price, low to high". Null when it cannot be told. */
export const readSortLabel = (label: string): { by: By; order: SortOrder["order"] } | null => {
  const order = direction(label);
  if (!order) return null;
  if (/price|cost|amount|preis|prix|precio|prezzo|pre[çc]o|prijs|cena/i.test(label))
    return { by: "money", order };
  if (
    /date|newest|oldest|latest|earliest|recent|added|created|neueste|[äa]lteste|datum|fecha|data\b/i.test(
      label,
    )
  )
    return { by: "date", order };
  if (
    /name|title|alphabet|a\s*(?:to|-|–|→|bis|à)\s*z|z\s*(?:to|-|–|→|bis|à)\s*a|titel|titre|nom|nombre|nome|naam|nazwa/i.test(
      label,
    )
  ) {
    return OF_OTHERS.test(label) ? null : { by: "text", order };
  }
  return null;
};
