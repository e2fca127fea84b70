import { digitsIn, mostLengthIn } from "#core/explore/forms/field-hints.ts";
import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { DAY_MS } from "#core/explore/forms/samples.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { freeNumber, isNumber, isSaidPositive, neverNegative } from "./below-zero.ts";
import { toldBounds } from "./told-bounds.ts";
import type { ToldBounds } from "./told-bounds.ts";
import { deniedDays } from "./told-days.ts";
import { toldLengths } from "./told-lengths.ts";

const COUNTS =
  /^(?:quantity|qty|age|guests?|persons?|people|seats?|tickets?|menge|anzahl|alter|quantit[ée]|cantidad)\b/i;
/** Of these there may be none, or less than that only as a difference: the whole name has to say so. */
const MEASURES =
  /^(?:(?:usual |default )?(?:number|no\.?) of (?:guests|persons|people|seats|tickets|copies|pieces|items|rooms|nights|servings|portions|units)|minutes|hours|duration|servings|portions|copies|pieces|rooms|nights|capacity|(?:in |initial )?stock|minuten|stunden|dauer|portionen|st[üu]ckzahl|pl[äa]tze|dur[ée]e|minutos|horas|duraci[óo]n|durata)(?: \d+| in \p{L}+)?\s*(?:\([^)]*\))?[\s*:]*$|\((?:min(?:ute)?s?|h(?:our)?s?|minuten|stunden)\.?\)[\s*:]*$/iu;
const DIFFERENCE = /offset|correct|adjust|differ|change|balance|delta|shift|before|after|[±+]/i;

/** No number of these can be below zero. */
const isCount = ({ name }: SurveyField): boolean =>
  COUNTS.test(name) || (MEASURES.test(name) && !DIFFERENCE.test(name));

/** A value that a field must not take, with the words for it; `told` where only the page says so, and no browser sees to it. */
export type Wrong = {
  field: SurveyField;
  /** May hold variables, which `fixtures` has then. */
  value: string;
  what: string;
  told?: true;
  fixtures?: Record<string, FixtureDocument>;
};

/** What the values of these need. */
export const fixturesOfWrong = (wrong: readonly Wrong[]): Record<string, FixtureDocument> =>
  Object.fromEntries(wrong.flatMap(({ fixtures }) => Object.entries(fixtures ?? {})));

const dayAfter = (day: string, days: number): string | null => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? null : new Date(time + days * DAY_MS).toISOString().slice(0, 10);
};

const stated = (text: string | null): number | null => {
  const number = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
};

/** A number that fields of a browser begin with or were filled in with, which is within the bounds of what they are about. */
const isWithin = ({ low, high }: ToldBounds, value: string): boolean => {
  const number = /^-?\d+(?:[.,]\d+)?$/.test(value) ? Number(value.replace(",", ".")) : null;
  return number === null || ((low?.at ?? -Infinity) <= number && number <= (high?.at ?? Infinity));
};

/** What the page tells of a number, as far as what it holds keeps to it. */
const toldOf = (field: SurveyField, form: readonly SurveyField[]): ToldBounds | null => {
  const told =
    field.type === "number" || isNumber(field) || field.keys !== undefined ? toldBounds(field, form) : null;
  return told && [field.value, field.taken?.value ?? ""].every((value) => isWithin(told, value))
    ? told
    : null;
};

/** What the page says stricter than the field itself, and as a rule. */
const outOfTold = (field: SurveyField, form: readonly SurveyField[]): Wrong[] => {
  const { low, high, must } = toldOf(field, form) ?? { low: null, high: null, must: false };
  const [min, max] = [stated(field.min), stated(field.max)];
  const isLow = must && low !== null && (min === null || low.at > min || (low.open && low.at === min));
  const isHigh = must && high !== null && (max === null || high.at < max || (high.open && high.at === max));
  const values: [number, string][] = [
    ...(isLow && low.open ? [[low.at, "below"] as [number, string]] : []),
    ...(isLow ? [[low.at - 1, "below"] as [number, string]] : []),
    ...(isHigh ? [[high.open ? high.at : high.at + 1, "above"] as [number, string]] : []),
  ];
  return values.map(([value, what]) => ({ field, value: String(value), what, told: true }));
};

const outOfNumber = (field: SurveyField, form: readonly SurveyField[]): Wrong[] => {
  const told = outOfTold(field, form);
  const isTold = (what: string): boolean => told.some((each) => each.what === what);
  const [min, max] = [stated(field.min), stated(field.max)];
  const low = min ?? (isCount(field) || isSaidPositive(field) ? 0 : null);
  return [
    ...told,
    ...(low === null || isTold("below") ? [] : [{ field, value: String(low - 1), what: "below" }]),
    ...(max === null || isTold("above") ? [] : [{ field, value: String(max + 1), what: "above" }]),
  ];
};

/** Days so far away that they lie on that side of today whenever the suite is run. */
const FAR: Record<"past" | "future", Wrong["value"]> = { past: "2001-02-05", future: "2098-02-05" };

const outOfToldDays = (field: SurveyField): Wrong[] => {
  const side = deniedDays(field);
  const isSeenTo = side === "past" ? field.min : field.max;
  if (side === null || isSeenTo) return [];
  return [{ field, value: FAR[side], what: side === "past" ? "before" : "after", told: true }];
};

/** As far from today as a fixture may be. */
const MOST_DAYS = 3_660;

/**
 * A day after the last one that is taken, counted from today: the last one may be, too, and where it is not, today only comes
 * closer to it. Two days after it, as the app's today need not be that of the suite.
 */
const dayBeyond = (max: string): Pick<Wrong, "value" | "fixtures"> | null => {
  const days = Math.ceil((Date.parse(`${max}T00:00:00Z`) - Date.now()) / DAY_MS) + 2;
  if (Number.isNaN(days)) return null;
  if (days > MOST_DAYS) return { value: dayAfter(max, 1) ?? FAR.future };
  if (days < -MOST_DAYS) return { value: FAR.future };
  const name = days >= 0 ? `in_${days}_days` : `days_ago_${-days}`;
  return {
    value: `\${${name}}`,
    fixtures: { today: { date: "today" }, [name]: { date: { after: "today", days } } },
  };
};

const outOfDays = (field: SurveyField): Wrong[] => {
  const before = field.min ? dayAfter(field.min, -1) : null;
  const after = field.max ? dayBeyond(field.max) : null;
  return [
    ...outOfToldDays(field),
    ...(before === null ? [] : [{ field, value: before, what: "before" }]),
    ...(after === null ? [] : [{ field, ...after, what: "after" }]),
  ];
};

/** Its hint says how many digits it takes: "Five digits, for example 20148". */
const isOfDigits = ({ type, hint }: SurveyField): boolean =>
  /^(?:text|tel)$/.test(type) && (digitsIn(hint ?? "") ?? 0) > 1;

const SHORTEST_SAID = 3;
const LONGEST_SAID = 500;
const WORDS = "Tracewright ";

const ofLength = (length: number): string =>
  WORDS.repeat(Math.ceil(length / WORDS.length))
    .slice(0, length)
    .replace(/ $/, ".");

/** One character more or less than the page says there may be, where the field does not itself keep to that. */
const outOfLength = (field: SurveyField): Wrong[] => {
  if (!/^(?:text|textarea)$/.test(field.type) || field.pattern) return [];
  const { least, most: told } = toldLengths(field);
  const most = (field.max_length ?? 0) > 0 ? null : (mostLengthIn(field.hint ?? "") ?? told);
  const isSaid = (length: number | null): length is number =>
    length !== null && length >= SHORTEST_SAID && length <= LONGEST_SAID;
  return [
    ...(isSaid(most) ? [{ field, value: ofLength(most + 1), what: "longer", told: true as const }] : []),
    ...(isSaid(least) ? [{ field, value: ofLength(least - 1), what: "shorter", told: true as const }] : []),
  ];
};

const isFree = ({ target, read_only: fixed, disabled, clamped }: SurveyField): boolean =>
  target !== null && !fixed && !disabled && clamped !== true;

/** Values that a field must not take; `form` has the fields beside it. */
export const wrongOf = (field: SurveyField, form: readonly SurveyField[]): Wrong[] => {
  if (!isFree(field)) return [];
  if (isOfDigits(field))
    return [{ field, value: "abcdefghij".slice(0, digitsIn(field.hint ?? "") ?? 0), what: "letters" }];
  if (field.type === "number" || (field.type === "text" && (isSaidPositive(field) || toldOf(field, form))))
    return outOfNumber(field, form);
  return field.type === "date" ? outOfDays(field) : outOfLength(field);
};

const MOST_TOLD = 6;

/** The same of a form: what no browser sees to first, and of that something for each field. */
export const wrongIn = (fields: readonly SurveyField[], most: number): Wrong[] => {
  const all = fields.map((field) => wrongOf(field, fields));
  const told = [0, 1, 2].flatMap((at) => all.flatMap((some) => some.filter((each) => each.told)[at] ?? []));
  const kept = told.slice(0, MOST_TOLD);
  return [...kept, ...all.flat().filter((each) => !each.told)].slice(0, Math.max(most, kept.length));
};

/** A number that a field must not take, and what fits it where a page shows it: an app may put another in its place. */
export type Shown = { field: SurveyField; value: string; pattern: string; side: "below" | "above" };

/** No years, and longer than what counts something: hardly anything else bears one. */
const RARE = [7919, 8237, 6733, 9241, 57_719, 68_239, 79_379, 618_437, 827_369];

const shownAs = (number: number): string => {
  const grouped = String(number).replace(/\B(?=(?:\d{3})+$)/g, "[.,'’ ]?");
  return String.raw`(?<![\p{L}#\d.,:/-])${grouped}(?!\p{L}|#|\d|[.,:/-]\d*[1-9])`;
};

/** A number above the bound that no page shows so far. */
const freeAbove = (high: number, pages: readonly SitePage[]): { value: string; pattern: string } | null => {
  const number = RARE.filter((each) => each > high).find((each) => {
    const pattern = new RegExp(shownAs(each), "u");
    return !pages.some(({ survey }) => pattern.test(survey.text));
  });
  return number === undefined ? null : { value: String(number), pattern: shownAs(number) };
};

/**
 * Numbers that only the name of a field speaks against, or of which the page says no more than where they lie: they are
 * refused, or others are put in their place.
 */
export const wrongIfShown = (
  form: SurveyForm,
  entries: readonly Entry[],
  called: string,
  pages: readonly SitePage[],
): Shown[] => {
  const free = freeNumber(pages);
  const isTried = (field: SurveyField, side: string): boolean =>
    wrongOf(field, form.fields).some(({ what }) => what === side);
  const never = neverNegative(form, entries, called, pages);
  return form.fields.flatMap((field): Shown[] => {
    const told = isFree(field) ? toldOf(field, form.fields) : null;
    const isBelow = never.includes(field) || (told?.low?.at ?? -1) >= 0;
    const above = told?.high ? freeAbove(told.high.at, pages) : null;
    return [
      ...(free && isBelow && !isTried(field, "below") ? [{ field, ...free, side: "below" as const }] : []),
      ...(above && !isTried(field, "above") ? [{ field, ...above, side: "above" as const }] : []),
    ];
  });
};
