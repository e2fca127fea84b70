import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues, readNumber } from "#core/suite/order.ts";
import { fold, itemName } from "#core/explore/lists/lists.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { chargedBy } from "./charges.ts";
import type { Charged, Said } from "./charges.ts";
import { isToldByName } from "#core/generate/records/item-pages.ts";
import { leftOut } from "./part-sums.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";
import { COUNT } from "./sum-lines.ts";

const MOST_STATED = 2;

const namesIn = ({ columns }: SurveyCollection): string[] =>
  columns.map(({ name }) => fold(withoutArrows(name)));

const saidIn = (list: SurveyCollection, at: number): Said => {
  const names = namesIn(list);
  const cells = (list.items[at]?.cells ?? []).map((cell, column) => ({
    name: names[column] ?? "",
    text: fold(cell),
  }));
  const told = cells.filter(({ name }) => name !== "" && names.indexOf(name) === names.lastIndexOf(name));
  return {
    counts: new Map(
      told.flatMap(({ name, text }): [string, number][] => {
        const count = COUNT.exec(text)?.[1];
        return count === undefined ? [] : [[name, Number(count)]];
      }),
    ),
    amounts: new Map(
      told.flatMap(({ name, text }): [string, number][] => {
        const [amount, ...more] = findValues(text, "money");
        const shown = amount ?? (text.includes("%") ? text : undefined);
        const number = shown === undefined || more.length > 0 ? null : readNumber(shown);
        return number === null ? [] : [[name, number]];
      }),
    ),
    text: cells.map(({ text }) => text).join(" "),
  };
};

/** Rows that are off, but for those in a state that no right one is in. */
const wrongOf = (
  { items }: SurveyCollection,
  { charge, right, wrong }: Charged,
  names: string[],
): number[] => {
  const numbers = Object.values(charge).map((name) => names.indexOf(name));
  const words = items.map(({ cells }) => ({ cells: cells.filter((_, at) => !numbers.includes(at)) }));
  const others = leftOut(words).filter((rows) => !right.some((row) => rows.has(row)));
  return wrong.filter((row) => !others.some((rows) => rows.has(row)));
};

/** Expects of rows that so many at a price each come to the total, as in others; of a right one only where nothing `isKnown` of the list's amounts. */
export const rowCharges = (list: SurveyCollection, isKnown: boolean): StepDocument[] => {
  const { target, items } = list;
  if (list.kind !== "table" || target === null || items.some(({ fields }) => fields.length > 0)) return [];
  const charged = chargedBy(items.map((_, at) => saidIn(list, at)));
  if (!charged) return [];
  const names = namesIn(list);
  const wrong = wrongOf(list, charged, names);
  const stated = [...wrong, ...(isKnown ? [] : charged.right)]
    .flatMap((at) => items[at] ?? [])
    .filter((item) => itemName(item) !== "" && isToldByName(list, itemName(item)))
    .slice(0, Math.max(1, Math.min(MOST_STATED, wrong.length)));
  const { count, price, total } = charged.charge;
  return stated.map((item): StepDocument => {
    const row = { role: "row", name: literal(itemName(item)), within: literalTarget(target) };
    const cell = (name: string) => ({ css: `:scope > :nth-child(${names.indexOf(name) + 1})`, within: row });
    return {
      expect: { sum: { of: cell(price), times: cell(count), is: cell(total) } },
      when: { visible: row },
    };
  });
};
