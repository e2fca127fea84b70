import { findValues, readNumber } from "#core/suite/order.ts";
import { fold, rowsOf } from "#core/explore/lists/lists.ts";
import { kindOfValues, yearsIn } from "#core/explore/forms/values.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";

/** A total of what is still to be paid. */
const OPEN = /\b(?:open|unpaid|outstanding|owed|owing|offen(?:e[rs]?)?|unbezahlt|impay[ée]s?|pendiente)\b/i;
/** What a row says that no longer is. */
const SETTLED =
  /^(?:fully )?(?:paid|settled|closed|waived|cancell?ed|refunded|void(?:ed)?|bezahlt|beglichen|storniert|pay[ée]e?|pagad[oa])\b/i;
const VOID = String.raw`cancel\p{L}*|void\p{L}*|drafts?|reject\p{L}*|declined|refund\p{L}*|waived|written[- ]off|storniert|abgesagt|entwurf|abgelehnt|annul\p{L}*|brouillon|refus\p{L}*|borrador|rechazad\p{L}*|bozza|rifiutat\p{L}*`;
/** What a row says of which nothing is owed, whatever it was of. */
export const IS_VOID = new RegExp(String.raw`\b(?:${VOID})(?!\p{L})`, "iu");
/** What a row or a group of rows says that is not counted with the others. */
const NOT_COUNTED = new RegExp(
  String.raw`\b(?:${VOID}|break|pause|unpaid|optional|excluded|(?:non|not|un)[- ]?(?:billable|billed|counted|included))(?!\p{L})`,
  "iu",
);

const MOST_STATES = 4;

type Group = { state: string; rows: number[] };

/** Rows by what a column says, of each column with a few values that several rows share. */
const groupings = ({ items }: { items: Pick<SurveyItem, "cells">[] }): Group[][] => {
  const width = items[0]?.cells.length ?? 0;
  return Array.from({ length: width }, (_, at) => at).flatMap((at) => {
    const states = items.map(({ cells }) => fold(cells[at] ?? ""));
    const groups = [...Map.groupBy(states.keys(), (row) => states[row] ?? "")];
    const isState = groups.length > 1 && groups.length <= MOST_STATES && groups.length < items.length;
    const isSettled = groups.some(([state]) => SETTLED.test(state));
    return isState || (isSettled && groups.length > 1)
      ? [groups.map(([state, rows]) => ({ state, rows: [...rows] }))]
      : [];
  });
};

type Labelled = { cells: string[]; label?: string };

const saysNot = ({ cells, label = "" }: Labelled): boolean => NOT_COUNTED.test(`${cells.join(" ")} ${label}`);

const AMOUNTS = new Set(["money", "number", "duration"]);

/** The groups of all columns but those that rows share by their amounts, which say nothing of a state; a year may. */
const statesOf = (items: Pick<SurveyItem, "cells">[]): Group[] =>
  groupings({ items })
    .flat()
    .filter(({ state }) => !AMOUNTS.has(kindOfValues([state, state]) ?? "") || yearsIn(state).length > 0);

/** Rows that may be left out of a total, as sets: those of one state each, and all that say that they are not counted. */
export const leftOut = (items: Labelled[]): ReadonlySet<number>[] => {
  const says = items.flatMap((item, row) => (saysNot(item) ? [row] : []));
  return [...statesOf(items).map(({ rows }) => new Set(rows)), new Set(says)];
};

const comesTo = (total: number | null, numbers: number[], rows: Iterable<number>): boolean => {
  const sum = [...rows].reduce((all, row) => all + (numbers[row] ?? 0), 0);
  return total !== null && Math.abs(sum - total) < 0.006;
};

/**
 * The total is not of all rows, but of those of one state, or of all but those that say so or are of one state. That one row
 * alone is left out for its state is no less likely a fault.
 */
export const isOfPart = (
  { items }: Pick<SurveyCollection, "items">,
  numbers: number[],
  total: number | null,
): boolean => {
  const every = [...numbers.keys()];
  const parts = [
    ...statesOf(items).map(({ rows }) => rows),
    ...leftOut(items)
      .filter((out) => out.size > 1 || items.some((item, row) => out.has(row) && saysNot(item)))
      .map((out) => every.filter((row) => !out.has(row))),
  ];
  return !comesTo(total, numbers, every) && parts.some((rows) => comesTo(total, numbers, rows));
};

/** The rows of one state, as a target that fits them alone; null where the words of the state do not tell them. */
const rowsWith = (list: SurveyCollection, { state, rows }: Group): TargetObject | null => {
  const target = rowsOf(list);
  const words = state.toLowerCase();
  const fits = list.items.flatMap(({ text }, row) => (fold(text).toLowerCase().includes(words) ? [row] : []));
  const isTold = words !== "" && fits.length === rows.length && fits.every((row) => rows.includes(row));
  return target && isTold ? { ...target, text: state } : null;
};

/**
 * What a total is of, where rows say in what state they are: all of them, those of one state (a target for them, by
 * whose only amount each counts), or nothing that could be told.
 */
export const summedPart = (
  list: SurveyCollection,
  label: string,
  numbers: number[],
  total: string,
): "all" | TargetObject | null => {
  const shown = readNumber(findValues(total, "money")[0] ?? total);
  if (OPEN.test(label)) {
    const states = groupings(list).find((groups) => groups.some(({ state }) => SETTLED.test(state)));
    const open = states?.filter(({ state }) => !SETTLED.test(state)) ?? [];
    const [only, ...others] = open;
    // Rows are told by their words alone, and by the only amount that they show.
    const isPlain = list.items.every(({ text }) => findValues(fold(text), "money").length === 1);
    if (only && others.length === 0 && isPlain) return rowsWith(list, only);
    return states === undefined && comesTo(shown, numbers, numbers.keys()) ? "all" : null;
  }
  return isOfPart(list, numbers, shown) ? null : "all";
};
