import type { StepDocument } from "#core/suite/grammar.ts";
import { readDuration, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { kindOfValues } from "#core/explore/forms/values.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { isOfPart } from "./part-sums.ts";
import { literalTarget } from "#core/generate/steps.ts";
import { NO_SUM, adds, columnOf, isBlank } from "./sum-columns.ts";

const TOTAL =
  /^(?:(?:row|week(?:ly)?|day|daily|month(?:ly)?|grand) )?(?:total|sum|summe|gesamt|somme|suma|totale|totaal)\W*$/i;
/** Says that a row or a column is the total of the others. */
export const isTotal = (name: string): boolean => TOTAL.test(name);
/** Rows and columns that are no part of the total that stands beside them. */
const NO_PART =
  /total|\bsums?\b|target|planned|soll\b|differ|balance|saldo|expected|budget|previous|last |rate|price|max|min\b|[%Ø]/i;
/** Days, weeks, months and years beside each other. */
const PERIOD =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|di|mi|do|fr|sa|so|mo)(?:\p{L}*)?\b|(?:kw|week|w|q) ?\d|\d{1,4}\b)/iu;

const KINDS = ["money", "number", "duration"] as const;
const MOST_ROWS = 4;

const read = (text: string, by: (typeof KINDS)[number]): number | null =>
  isBlank(text) ? 0 : by === "duration" ? readDuration(text) : readNumber(text);

/** The last row of a table that says that it is the total of those above it. */
export const lastRow = (list: SurveyCollection): StepDocument[] => {
  const last = list.items.at(-1);
  const rows = list.items.slice(0, -1);
  const width = list.columns.length;
  if (list.target === null || !last || rows.length < 2 || list.footers.length > 0) return [];
  const isPlain = list.items.every(({ cells }) => cells.length === width);
  const isNamed = TOTAL.test(fold(last.cells[0] ?? ""));
  if (!isPlain || !isNamed || rows.some(({ cells }) => NO_PART.test(fold(cells[0] ?? "")))) return [];
  const within = literalTarget(list.target);
  const total = "tbody:last-of-type > tr:last-child";
  return list.columns.flatMap(({ name }, index) => {
    if (index === 0 || NO_SUM.test(name)) return [];
    const above = { ...list, items: rows };
    const by = KINDS.find((kind) => columnOf(above, index, kind) !== null);
    const column = by === undefined ? null : columnOf(above, index, by);
    const shown = fold(last.cells[index] ?? "");
    if (!column || by === undefined || kindOfValues([shown, shown]) !== by) return [];
    if (isOfPart(above, column.numbers, read(shown, by))) return [];
    const css = `tbody > tr:has(> td):not(${total}) > :nth-child(${index + 1})`;
    return [
      adds({ ...column, cells: { css, within } }, null, {
        css: `${total} > :nth-child(${index + 1})`,
        within,
      }),
    ];
  });
};

/** Rows that together have something in each column, so few as need be. */
const rowsFor = (rows: string[][]): number[] => {
  const seen = new Set<number>();
  const chosen: number[] = [];
  const fresh = (cells: string[]): number =>
    cells.filter((cell, column) => !isBlank(cell) && !seen.has(column)).length;
  while (chosen.length < MOST_ROWS) {
    const [best] = [...rows.keys()].toSorted((a, b) => fresh(rows[b] ?? []) - fresh(rows[a] ?? []));
    if (best === undefined || fresh(rows[best] ?? []) === 0) break;
    chosen.push(best);
    for (const [column, cell] of (rows[best] ?? []).entries()) if (!isBlank(cell)) seen.add(column);
  }
  return chosen.toSorted((a, b) => a - b);
};

/**
 * The last column of a table that says that it is the total of those before it, be they days or months; else where most
 * rows come to that already.
 */
export const acrossRows = ({ items, columns, target, paging }: SurveyCollection): StepDocument[] => {
  const names = columns.map(({ name }) => fold(name));
  const between = names.slice(1, -1);
  const isPlain = items.every(({ cells, fields }) => cells.length === columns.length && fields.length === 0);
  if (target === null || !isPlain || between.length < 2 || !TOTAL.test(names.at(-1) ?? "")) return [];
  if (between.some((name) => NO_PART.test(name) || NO_SUM.test(name))) return [];
  const rows = items.map(({ cells }) => cells.slice(1).map(fold));
  const filled = rows.flat().filter((text) => !isBlank(text));
  const by = KINDS.find((kind) => kindOfValues(filled) === kind);
  if (by === undefined) return [];
  const right = rows.filter((cells) => {
    const numbers = cells.map((cell) => read(cell, by) ?? Number.NaN);
    const sum = numbers.slice(0, -1).reduce((all, each) => all + each, 0);
    return cells.some((cell) => !isBlank(cell)) && Math.abs(sum - (numbers.at(-1) ?? 0)) < 0.006;
  });
  const isMost = right.length >= 2 && right.length * 3 >= rows.length * 2;
  if (!between.every((name) => PERIOD.test(name)) && !isMost) return [];
  return rowsFor(rows.map((cells) => cells.slice(0, -1))).map((nth): StepDocument => {
    const row: TargetObject = { css: "tbody > tr:has(> td)", within: literalTarget(target), nth };
    return {
      expect: {
        sum: {
          of: { css: ":scope > :nth-child(n + 2):not(:last-child)", within: row },
          is: { css: ":scope > :last-child", within: row },
        },
      },
      ...(paging && { when: { visible: row } }),
    };
  });
};
