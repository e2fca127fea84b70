import { findValues, readNumber } from "#core/suite/order.ts";
import { fold, rowsOf } from "#core/explore/lists.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";

/** A total of what is still to be paid. */
const OPEN = /\b(?:open|unpaid|outstanding|owed|owing|offen(?:e[rs]?)?|unbezahlt|impay[ée]s?|pendiente)\b/i;
/** What a row says that no longer is. */
const SETTLED =
  /^(?:fully )?(?:paid|settled|closed|waived|cancell?ed|refunded|void(?:ed)?|bezahlt|beglichen|storniert|pay[ée]e?|pagad[oa])\b/i;

const MOST_STATES = 4;

type Group = { state: string; rows: number[] };

/** Rows by what a column says, of each column with a few values that several rows share. */
export const groupings = ({ items }: { items: Pick<SurveyItem, "cells">[] }): Group[][] => {
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
  const sum = (rows: number[]): number => rows.reduce((all, row) => all + (numbers[row] ?? 0), 0);
  const isTotal = (rows: number[]): boolean => shown !== null && Math.abs(sum(rows) - shown) < 0.006;
  const every = [...numbers.keys()];
  const grouped = groupings(list);
  if (OPEN.test(label)) {
    const states = grouped.find((groups) => groups.some(({ state }) => SETTLED.test(state)));
    const open = states?.filter(({ state }) => !SETTLED.test(state)) ?? [];
    const [only, ...others] = open;
    // Rows are told by their words alone, and by the only amount that they show.
    const isPlain = list.items.every(({ text }) => findValues(fold(text), "money").length === 1);
    if (only && others.length === 0 && isPlain) return rowsWith(list, only);
    return states === undefined && isTotal(every) ? "all" : null;
  }
  const isOfPart = grouped.some((groups) => groups.some(({ rows }) => isTotal(rows)));
  return isOfPart && !isTotal(every) ? null : "all";
};
