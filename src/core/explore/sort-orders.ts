import type { SortOrder } from "#model/site-lists.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { findAmounts, findValues, isSorted } from "#core/suite/order.ts";
import { cellsOf, fold, itemName, namesOf, rowsOf } from "./lists.ts";
import { YEAR, kindOfValues, readPlainSortLabel, readSortLabel, yearsIn } from "./values.ts";
import { SORT } from "./words.ts";

/** The only column that is called just like an option, such as "Estimate" (0-based); null where none is. */
const columnNamed = ({ columns }: SurveyCollection, label: string): number | null => {
  const words = fold(label).toLowerCase();
  const at = columns.flatMap(({ name }, index) =>
    fold(withoutArrows(name)).toLowerCase() === words ? [index] : [],
  );
  return at.length === 1 ? (at[0] ?? null) : null;
};

const namesColumn = ({ collections }: PageSurvey, option: string): boolean =>
  collections.some((list) => list.kind === "table" && columnNamed(list, option) !== null);

export const sortFields = (survey: PageSurvey): { form: SurveyForm; field: SurveyField }[] =>
  survey.forms.flatMap((form) =>
    form.fields
      .filter(({ type, target, disabled }) => type === "select" && target !== null && !disabled)
      .filter(({ name, options }) => {
        const read = options.filter((option) => readSortLabel(option) !== null).length;
        const plain = options.filter(
          (option) => readPlainSortLabel(option) !== null || namesColumn(survey, option),
        ).length;
        return SORT.test(name) ? read + plain >= 1 : read >= 2;
      })
      .map((field) => ({ form, field })),
  );

/** A number or a key before the name, which its order leaves alone: "WEB-7 Contact form". */
const CODED = /^(?:#|No\.? ?)?[A-Z]{0,8}[-–]?\d+[.:)]?\s+\p{L}/u;

/** The column that bears the words of an option such as "Name" or "Title (A–Z)" (0-based); null where none does. */
const columnCalled = ({ columns }: SurveyCollection, label: string): number | null => {
  const words: string[] = label.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const at = columns.findIndex(({ name }) => words.includes(fold(withoutArrows(name)).toLowerCase()));
  return at < 0 ? null : at;
};

/** Where the values of one kind are in the list's rows; null when not every row shows exactly one. */
export const valuesFor = (
  list: SurveyCollection,
  by: SortOrder["by"],
  label: string,
): Pick<SortOrder, "values"> | null => {
  const rows = rowsOf(list);
  const names = namesOf(list);
  if (!rows || !names) return null;
  if (by === "text") {
    if (list.items.every((item) => CODED.test(itemName(item)))) return null;
    const column = list.kind === "table" ? columnCalled(list, label) : null;
    const values: TargetObject | null = column === null ? names : cellsOf(list, column);
    return values && (names.role === "link" || list.kind === "table") ? { values } : null;
  }
  if (by === "number") return null;
  if (list.kind === "table") {
    const width = list.items[0]?.cells.length ?? 0;
    const columns = Array.from({ length: width }, (_, index) => index).filter((index) => {
      return kindOfValues(list.items.map(({ cells }) => cells[index] ?? "")) === by;
    });
    const values = columns.length === 1 ? cellsOf(list, columns[0] ?? 0) : null;
    return values ? { values } : null;
  }
  return list.items.every(({ text }) => shownIn(text, by).length === 1) ? { values: rows } : null;
};

export const shownIn = (text: string, by: "money" | "date"): string[] =>
  by === "money" ? findAmounts(fold(text)) : findValues(fold(text), by);

/** Where rows show a year and no date: that of each; null when not every row shows exactly one. */
const yearsFor = (list: SurveyCollection): Pick<SortOrder, "by" | "values" | "match"> | null => {
  const rows = rowsOf(list);
  return rows && list.items.every(({ text }) => yearsIn(text).length === 1)
    ? { by: "number", values: rows, match: YEAR }
    : null;
};

const LEAST_YEARS = 3;

/** What is newest may be what was added last, whatever year the row shows: only rows in the order of their years are in one. */
export const isByYears = (list: SurveyCollection): boolean => {
  const years = list.items.map(({ text }) => yearsIn(text));
  const all = years.flat();
  return (
    years.every(({ length }) => length === 1) &&
    new Set(all).size >= LEAST_YEARS &&
    isSorted(all, "number", "either")
  );
};

/** What a column of numbers, amounts or days that is called like the option shows: words may have an order of their own. */
const byColumn = (
  list: SurveyCollection,
  label: string,
): Pick<SortOrder, "by" | "order" | "values"> | null => {
  const at = list.kind === "table" ? columnNamed(list, label) : null;
  const by = at === null ? null : kindOfValues(list.items.map(({ cells }) => cells[at] ?? ""));
  const values = at === null ? null : cellsOf(list, at);
  return by === null || by === "text" || !values ? null : { by, order: "either", values };
};

export const ordersOf = (list: SurveyCollection, field: SurveyField): SortOrder[] =>
  field.options.flatMap((label): SortOrder[] => {
    const read = readSortLabel(label) ?? readPlainSortLabel(label);
    const common = { label, match: null, next: null };
    const column = byColumn(list, label);
    if (column) return [{ ...common, ...column }];
    const where = read ? valuesFor(list, read.by, label) : null;
    if (read && where) return [{ ...common, ...read, ...where }];
    const years = read?.by === "date" ? yearsFor(list) : null;
    return read && years ? [{ ...common, ...read, ...years }] : [];
  });
