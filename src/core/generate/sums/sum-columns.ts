import type { StepDocument } from "#core/suite/grammar.ts";
import { readDuration, readNumber } from "#core/suite/order.ts";
import { cellsByPlace, cellsOf, fold } from "#core/explore/lists/lists.ts";
import { kindOfValues } from "#core/explore/forms/values.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { asObject, literalTarget } from "#core/generate/steps.ts";

/** A column of numbers, by its place. */
export type Column = { index: number; numbers: number[]; cells: TargetObject };

export const QUANTITY =
  /^(?:qty|quantity|stock|units|pieces|pcs|amount|menge|anzahl|st[üu]ck|bestand|quantit[ée]|cantidad|quantit[àa]|quantidade|aantal|ilo[śs][ćc])\.?$/i;

/** What a total row does not add up, but goes over all the same. */
export const NO_SUM =
  /\b(?:average|avg|mean|median|per|rate|share|max(?:imum)?|min(?:imum)?|longest|oldest|durchschnitt(?:lich)?|moyenne|promedio|media)\b|[Ø⌀%/]/iu;

/** Says that it is the sum of something. */
export const TOTAL =
  /\b(?:sub-?total|total|sum|summe|gesamt|zwischensumme|somme|suma|totale|totaal|value|worth)\b/i;
/** A total that more than the rows goes into. */
export const MORE =
  /\b(?:tax|vat|shipping|delivery|discount|fee|due|average|avg|balance|mwst|versand|rabatt|with|incl|inkl|grand)\b/i;
/** What the rows alone come to, before more goes into it. */
const SUBTOTAL = /^(?:sub-?total|zwischensumme|sous-total|subtotale|subtotaal|suma cz[ęe][śs]ciowa)\b/i;

/** The single row below the table that says that it sums up, or the first of several that does. */
export const totalRow = ({ footers }: SurveyCollection): SurveyCollection["footers"][number] | null => {
  const [only] = footers;
  if (!only || !TOTAL.test(only.label)) return null;
  return footers.length > 1 && !SUBTOTAL.test(only.label) ? null : only;
};

/** Nothing, or a dash in its place. */
export const isBlank = (text: string): boolean => /^[\s–—-]*$/.test(text);

/** What the cells of a column show or hold. */
export const textsOf = (list: SurveyCollection, index: number): string[] =>
  list.items.map(({ cells, fields }) => {
    const field = fields.find(({ cell, type }) => cell === index && /number|text|select/.test(type));
    return field ? field.value : fold(cells[index] ?? "");
  });

/** A column whose cells all show a value of one kind, or nothing; null where they do not. */
export const columnOf = (
  list: SurveyCollection,
  index: number,
  by: "money" | "number" | "duration",
): Column | null => {
  const held = list.items.every(({ fields }) => fields.some(({ cell }) => cell === index));
  const texts = textsOf(list, index);
  const filled = texts.filter((text) => !isBlank(text));
  const kind = kindOfValues(filled.length === 1 ? [...filled, ...filled] : filled);
  const isTime = filled.length > 0 && filled.every((text) => readDuration(text) !== null);
  if (by === "duration" ? !isTime : kind !== by) return null;
  const read = by === "duration" ? readDuration : readNumber;
  const numbers = texts.map((text) => (isBlank(text) ? 0 : read(text)));
  const cells = held ? cellsByPlace(list, index, ":is(input, select)") : cellsOf(list, index);
  if (numbers.includes(null) || !cells) return null;
  return { index, numbers: numbers.map(Number), cells };
};

/** Expects that a column adds up, each number taken times another where given. */
export const adds = (of: Column, times: Column | null, is: Target): StepDocument => ({
  expect: {
    sum: {
      of: asObject(literalTarget(of.cells)),
      ...(times && { times: asObject(literalTarget(times.cells)) }),
      is: literalTarget(is),
    },
  },
});
