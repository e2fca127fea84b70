import type { StepDocument } from "#core/suite/grammar.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { findValues, readDuration, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isByPeriod } from "#core/explore/probes/probe-periods.ts";
import { unitOf } from "#core/explore/forms/values.ts";
import { groupSums } from "./group-sums.ts";
import { acrossRows, lastRow } from "./matrix-sums.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { literalTarget } from "#core/generate/steps.ts";
import { columnOfTotal, isOfColumn } from "./named-sums.ts";
import { subtotalBeside } from "./subtotals.ts";
import { isOfPart, summedPart } from "./part-sums.ts";
import { MORE, NO_SUM, QUANTITY, TOTAL, adds, columnOf, textsOf, totalRow } from "./sum-columns.ts";
import type { Column } from "./sum-columns.ts";
import { timeBeside } from "./time-sums.ts";

export const PRICE =
  /^(?:unit |item |each )?(?:price|cost|preis|einzelpreis|prix|precio|prezzo|pre[çc]o|prijs|cena)\b|price$/i;

type Columns = {
  money: Column[];
  plain: Column[];
  times: Column[];
  price: Column | null;
  quantity: Column | null;
};

/** What is shown of each may be rounded, and their sum apart from them. */
const isRounding = ({ numbers }: Column, total: string): boolean => {
  const decimals = /[.,](\d{1,2})\D*$/.exec(total)?.[1]?.length ?? 0;
  const off = Math.abs(numbers.reduce((sum, each) => sum + each, 0) - (readNumber(total) ?? 0));
  return off > 0.006 && off <= numbers.length * 0.5 * 10 ** -decimals + 1e-9;
};

/** The sum of a column of numbers, in the unit that each of them has, if any. */
const isSum = (list: SurveyCollection, of: Column, total: string): boolean => {
  const text = fold(total);
  if (list.items.length < 2 || NO_SUM.test(list.columns[of.index]?.name ?? "")) return false;
  const unit = unitOf(textsOf(list, of.index)[0] ?? "");
  return unit === null ? /^\d[\d.,]*$/.test(text) : unitOf(text) === unit && !isRounding(of, text);
};

const columnsOf = (list: SurveyCollection): Columns => {
  const places = list.columns.map((column, index) => ({ column, index }));
  const money = places.flatMap(({ index }) => columnOf(list, index, "money") ?? []);
  const named = (words: RegExp): number | undefined =>
    places.find(({ column }) => words.test(fold(column.name)))?.index;
  const [price, quantity] = [named(PRICE), named(QUANTITY)];
  return {
    money,
    plain: places.flatMap(({ index }) => columnOf(list, index, "number") ?? []),
    times: places.flatMap(({ index }) => columnOf(list, index, "duration") ?? []),
    price: money.find(({ index }) => index === price) ?? null,
    quantity: quantity === undefined ? null : columnOf(list, quantity, "number"),
  };
};

const sumOf = (of: Column, times: Column | null): number =>
  of.numbers.reduce((sum, each, at) => sum + each * (times?.numbers[at] ?? 1), 0);

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.006;

/** The row below the table that sums up its columns. */
const footers = (list: SurveyCollection, { money, plain, times }: Columns): StepDocument[] => {
  const only = totalRow(list);
  if (!only) return [];
  return only.cells.flatMap(({ column, text, css }) => {
    if (list.target === null || NO_SUM.test(list.columns[column]?.name ?? "")) return [];
    const summed = money.find(({ index }) => index === column);
    if (MORE.test(only.label) && (!summed || !isOfColumn(list, summed, only.label, text))) return [];
    if (summed && findValues(text, "money").length === 1) {
      const of = summedPart(list, only.label, summed.numbers, text);
      if (of === null) return [];
      const meant = of === "all" ? summed : { ...summed, cells: of };
      return [adds(meant, null, { css, within: list.target })];
    }
    const is = { css, within: list.target };
    const counted = plain.find(({ index }) => index === column);
    if (counted && isSum(list, counted, text))
      return isOfPart(list, counted.numbers, readNumber(text)) ? [] : [adds(counted, null, is)];
    const timed = times.find(({ index }) => index === column);
    const time = readDuration(fold(text));
    const isTime = time !== null && (!counted || unitOf(fold(text)) === null);
    return timed && isTime && !isOfPart(list, timed.numbers, time) ? [adds(timed, null, is)] : [];
  });
};

/** Texts beside the table such as "Total value €57.00". */
const sums = (survey: PageSurvey, list: SurveyCollection, columns: Columns): StepDocument[] =>
  survey.counters.flatMap(({ text, apart }) => {
    const [shown] = findValues(fold(text), "money");
    const words = shown === undefined ? "" : fold(text.slice(0, text.indexOf(shown))).replace(/[:–-]$/, "");
    const total = shown === undefined ? null : readNumber(shown);
    // "Showing 1–4 of 4, total" is another text with one more.
    if (total === null || !TOTAL.test(words) || /\d/.test(words)) return [];
    const times = survey.text.toLowerCase().split(words.toLowerCase()).length - 1;
    if (times !== 1) return [];
    const { money, price, quantity } = columns;
    const named = quantity === null ? columnOfTotal(survey, list, money, text) : null;
    // Words that have an element of their own would be found without the amount.
    const called = apart ? /^\D*[€$£¥₹]/u.exec(fold(text))?.[0] : words;
    if (called === undefined) return [];
    if (named) return [adds(named, null, { text: called, within: mainOf(survey) })];
    if (MORE.test(text)) return [];
    const last = money.at(-1) ?? null;
    // Where each row has a price and a quantity but no sum of its own, the total is that of the products.
    const product = price && quantity && money.length === 1 ? ([price, quantity] as const) : null;
    const candidates: (readonly [Column, Column | null])[] = [
      ...(product ? [product] : []),
      ...(last ? [[last, null] as const] : []),
    ];
    const meant = candidates.find(([of, by]) => near(sumOf(of, by), total));
    if (!meant) return [];
    const [of, by] = product ?? meant;
    return [adds(of, by, { text: called })];
  });

/** Price times quantity, where the row shows the product; looked at in the first row. */
const lines = (survey: PageSurvey, list: SurveyCollection, columns: Columns): StepDocument[] => {
  const { money, price, quantity } = columns;
  const line = money.find((column) => column !== price && TOTAL.test(list.columns[column.index]?.name ?? ""));
  if (!line || !price || !quantity || TOTAL.test(list.columns[price.index]?.name ?? "")) return [];
  const product = (price.numbers[0] ?? 0) * (quantity.numbers[0] ?? 0);
  // A discount or a tax of the row may go into its sum.
  const isMore = list.columns.some(({ name }) => MORE.test(name) || name.includes("%"));
  if (isMore && !near(product, line.numbers[0] ?? 0)) return [];
  const first = (column: Column): Column => ({ ...column, cells: { ...column.cells, nth: 0 } });
  return [
    adds(first(price), first(quantity), first(line).cells),
    ...(isMore ? [] : subtotalBeside(survey, line, price)),
  ];
};

/** Another day or week may have nothing to add up. */
const whileListed = (step: StepDocument, { paging, target }: SurveyCollection): StepDocument =>
  paging === null || target === null || typeof step !== "object" || "when" in step
    ? step
    : { ...step, when: { visible: { css: "tbody > tr:has(> td)", within: literalTarget(target), nth: 0 } } };

/**
 * What its own last row or foot says of all of a table, for when another year is shown: what stands beside the table may
 * be of all there is. Not where there is nothing to add up then, or a row says so.
 */
export const totalsWithin = (list: SurveyCollection): StepDocument[] => {
  if (list.kind !== "table" || list.target === null || list.paging || list.groups) return [];
  if (list.items.length !== list.rows) return [];
  const first = { css: "tbody > tr:has(> td:nth-child(2))", within: literalTarget(list.target), nth: 0 };
  return [...footers(list, columnsOf(list)), ...lastRow(list)].flatMap((step) =>
    typeof step === "object" && !("when" in step) ? [{ ...step, when: { visible: first } }] : [],
  );
};

/** Expects that the amounts of a whole table add up to what the page shows as their totals; none where nothing says so. */
export const totalsOf = (survey: PageSurvey, list: SurveyCollection): StepDocument[] => {
  if (list.kind !== "table" || list.target === null) return [];
  if (list.paging && !isByPeriod(list.paging)) return [];
  if (list.items.length !== list.rows || list.items.length === 0) return [];
  if (list.groups) return groupSums(list, list.groups);
  const columns = columnsOf(list);
  return [
    ...lines(survey, list, columns),
    ...footers(list, columns),
    ...lastRow(list),
    ...sums(survey, list, columns),
    ...timeBeside(survey, list, columns.times),
    ...acrossRows(list),
  ].map((step) => whileListed(step, list));
};
