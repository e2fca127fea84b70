import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField } from "#model/survey.ts";
import { isSorted, isValue } from "#core/suite/order.ts";
import { fold } from "./lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const scale = (...ranks: string[]): RegExp[] => ranks.map((words) => new RegExp(`^(?:${words})$`, "iu"));

/** Scales in the words of five languages, the lowest rank first; several words for one rank are told apart by no order. */
const SCALES = [
  scale(
    "lowest|very low|niedrigste|sehr niedrig|très (?:bas|faible)(?:se)?|la plus basse|muy baj[ao]|molto bass[ao]",
    "low|niedrig|gering|bas(?:se)?|faible|baj[ao]|bass[ao]",
    "medium|normal|moderate|mittel|normal[ei]?|moyen(?:ne)?|medi[ao]",
    "high|hoch|haute?|élevée?|alt[ao]",
    "highest|very high|urgent|critical|höchste|sehr hoch|dringend|kritisch|urgente?|critique|très haute?|la plus haute|cr[íi]tic[ao]|muy alt[ao]|molto alt[ao]",
  ),
  scale(
    "trivial|trivialer?|banale?",
    "minor|gering|leicht|mineure?|menor|minore",
    "moderate|normal|mittel|modérée?|moderad[ao]|moderat[ao]",
    "major|schwer|majeure?|mayor|maggiore",
    "critical|blocker|kritisch|blockierend|critique|bloquante?|cr[íi]tic[ao]|bloqueante|bloccante",
  ),
  scale(
    "extra small|tiny|sehr klein|très petite?|muy pequeñ[ao]|molto piccol[ao]",
    "small|klein|petite?|pequeñ[ao]|piccol[ao]",
    "medium|mittel|moyen(?:ne)?|median[ao]|medi[ao]",
    "large|gro(?:ß|ss)|grande?",
    "extra large|huge|sehr gro(?:ß|ss)|très grande?|muy grande|molto grande",
  ),
  scale("xxs|2xs", "xs", "s", "m", "l", "xl", "xxl|2xl", "xxxl|3xl"),
];

const placeIn = (ranks: RegExp[], text: string): number => ranks.findIndex((rank) => rank.test(fold(text)));

const key = (text: string): string => fold(text).toLowerCase();

/** The texts, each once however it is written. */
const once = (texts: readonly string[]): string[] => [
  ...new Map(texts.toReversed().map((text) => [key(text), fold(text)])).values(),
];

const scaleOf = (texts: readonly string[]): RegExp[] | undefined =>
  SCALES.find((ranks) => texts.every((text) => placeIn(ranks, text) >= 0));

/** All values are ranks of one scale, and not all the same. */
const areRanks = (values: readonly string[]): boolean => {
  const seen = once(values.filter(isValue));
  return seen.length > 1 && scaleOf(seen) !== undefined;
};

/** What the selects of pages have to choose from. */
const optionsOf = (surveys: readonly PageSurvey[]): string[][] =>
  surveys.flatMap(({ forms }) =>
    forms.flatMap(({ fields }) => fields.map(({ options }) => options).filter(({ length }) => length > 0)),
  );

/** Ranks in the order of their scale; null where two of them are the same rank. */
const byScale = (ranks: RegExp[], texts: string[]): string[] | null => {
  const places = new Set(texts.map((text) => placeIn(ranks, text)));
  return places.size < texts.length ? null : texts.toSorted((a, b) => placeIn(ranks, a) - placeIn(ranks, b));
};

/** Fewer ranks may come as by letters. */
const LEAST = 3;

const LAST = /^(?:other|none|custom|sonstige|andere|autre|otr[oa]|altr[oa])/iu;

/** By letters, but for the choice of all or of none ahead of the others, and of something else behind them. */
const areByLetters = (options: string[]): boolean => {
  const others = options.filter((option, at) => at < options.length - 1 || !LAST.test(fold(option)));
  return [others, others.slice(1)].some((some) => isSorted(some, "text", "either"));
};

/** Which of the options a value is, which may bear a mark behind it: "Sent Overdue"; null where it is none. */
const offeredAs = (options: readonly string[], value: string): string | null =>
  options
    .filter((option) => key(value) === key(option) || key(value).startsWith(`${key(option)} `))
    .toSorted((a, b) => b.length - a.length)[0] ?? null;

/**
 * The values come as a select has them that is in an order of its own: that they come as by letters as well may be chance, which
 * shows as soon as another one comes.
 */
export const mayBeAsOffered = (sorted: readonly string[][], { all }: { all: string[][] }): boolean =>
  all
    .map((options) => options.filter((option) => key(option) !== ""))
    .filter((options) => !areByLetters(options))
    .some((options) =>
      sorted.every((values) => {
        const offered = values.filter(isValue).map((value) => offeredAs(options, value));
        const known = offered.filter((option) => option !== null);
        return known.length === offered.length && isSorted(known, options, "either");
      }),
    );

/**
 * The ranks, the lowest first, that a column is to be in the order of, as it was seen at first and each time it was put in
 * order: by what a select of its page says, else by what the words mean. Null where they are no ranks of one scale, or
 * were in the order neither of ranks nor of letters: they were sorted by something else.
 */
export const ranksOf = (
  start: readonly string[],
  sorted: readonly string[][],
  { here, all }: { here: string[][]; all: string[][] },
): string[] | null => {
  const seen = once([...start, ...sorted.flat()].filter(isValue));
  const ranks = seen.length < LEAST ? undefined : scaleOf(seen);
  if (!ranks) return null;
  const told = (selects: string[][]): string[][] =>
    selects
      .map((options) => options.filter((option) => placeIn(ranks, option) >= 0))
      // What is put there by letters is in no order of its own.
      .filter((options) => !isSorted(options, "text", "either"))
      .filter((options) => seen.every((text) => options.some((option) => key(option) === key(text))));
  const others = told(all);
  // A rank that no row has yet may come.
  const meant = byScale(ranks, once([...seen, ...others.flat()]));
  const orders = [...told(here), ...(meant ? [meant] : others)];
  const [first] = orders;
  const kept = orders.find((order) => sorted.every((values) => isSorted(values, order, "either")));
  if (kept || !first) return kept ?? null;
  const wrong = sorted.filter((values) => !isSorted(values, first, "either"));
  const isByLetters =
    wrong.every((values) => isSorted(values, "text", "either")) &&
    wrong.some((values) => once(values.filter(isValue)).length >= LEAST);
  return isByLetters ? first : null;
};

/**
 * The rank that the first page of a list in parts begins with when it is sorted, although there are both lower and higher
 * ones, as it is the first by letters both ways; undefined where it begins with the lowest or the highest.
 */
export const wronglyFirst = (
  ranks: readonly string[],
  start: readonly string[],
  [first = [], second = []]: readonly string[][],
): string | undefined => {
  const seen = once([...start, ...first, ...second].filter(isValue));
  const places = ranks.map(key);
  const placeOf = (text: string): number => places.indexOf(key(text));
  const isBetween = (text: string): boolean =>
    seen.some((other) => placeOf(other) < placeOf(text)) &&
    seen.some((other) => placeOf(other) > placeOf(text));
  const letters = seen.map(key).toSorted();
  const [begin = "", end = ""] = [first[0], second[0]];
  const isByLetters =
    [key(begin), key(end)].toSorted().join() === [letters[0], letters.at(-1)].join() &&
    [first, second].every((values) => isSorted(values, "text", "either"));
  return isByLetters && isBetween(begin) ? begin : undefined;
};

/** The options of a select that name a column of ranks, with its place (0-based). */
export const rankOptions = (
  list: SurveyCollection,
  field: SurveyField,
  columnOf: (label: string) => number | null,
): { label: string; at: number }[] =>
  list.kind !== "table"
    ? []
    : field.options.flatMap((label) => {
        const at = label === field.value ? null : columnOf(label);
        return at !== null && areRanks(list.items.map(({ cells }) => cells[at] ?? "")) ? [{ label, at }] : [];
      });

/** What there is to choose from on a page, and anywhere. */
export const selectsOf = (walk: Walk, { survey }: SitePage): { here: string[][]; all: string[][] } => ({
  here: optionsOf([survey]),
  all: optionsOf([...walk.pages.values()].map((each) => each.survey)),
});
