import type { SortOrder } from "#model/site-lists.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { findAmounts, findValues, isSorted, readDate } from "#core/suite/order.ts";
import { cellsOf, fold, itemName, namesOf, rowsOf } from "./lists.ts";
import { isQuantityLabel, isShownOnce, quantityOrder } from "./quantity-orders.ts";
import {
  YEAR,
  kindOfValues,
  readPlainSortLabel,
  readSortLabel,
  withoutWeekday,
  yearsIn,
} from "#core/explore/forms/values.ts";
import type { By } from "#core/explore/forms/values.ts";
import { SORT } from "#core/explore/words.ts";

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
        const read = options.filter(
          (option) => readSortLabel(option) !== null || isQuantityLabel(option),
        ).length;
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

/** The column that an option is called like, or else bears the words of (0-based); null where none is. */
export const columnFor = (list: SurveyCollection, label: string): number | null =>
  columnNamed(list, label) ?? columnCalled(list, label);

/** Where the values of one kind are in the list's rows; null when not every row shows exactly one. */
const valuesFor = (list: SurveyCollection, by: By, label: string): Pick<SortOrder, "values"> | null => {
  const rows = rowsOf(list);
  const names = namesOf(list);
  if (!rows || !names) return null;
  if (by === "text") {
    if (list.items.every((item) => CODED.test(itemName(item)))) return null;
    const column = list.kind === "table" ? columnCalled(list, label) : null;
    const values: TargetObject | null = column === null ? names : cellsOf(list, column);
    return values && (names.role === "link" || list.kind === "table") ? { values } : null;
  }
  if (by === "number" || by === "duration") return null;
  if (list.kind === "table") {
    const width = list.items[0]?.cells.length ?? 0;
    const columns = Array.from({ length: width }, (_, index) => index).filter((index) => {
      return kindOfValues(list.items.map(({ cells }) => cells[index] ?? "")) === by;
    });
    const values = columns.length === 1 ? cellsOf(list, columns[0] ?? 0) : null;
    return values ? { values } : null;
  }
  if (list.items.every(({ text }) => shownIn(text, by).length === 1)) return { values: rows };
  const sign = by === "money" ? signOfSome(list) : null;
  if (sign === null) return null;
  return { values: rows.css === undefined ? { ...rows, name: sign } : { ...rows, text: sign } };
};

const LEAST_PRICED = 3;
const SIGN = /[€$£¥₹]/;

/** Where some rows show no price, as what is free or paid for: the sign of the currency that tells the others. */
const signOfSome = ({ items }: SurveyCollection): string | null => {
  const priced = items.map(({ text }) => findAmounts(fold(text)).filter((amount) => SIGN.test(amount)));
  const [sign, ...others] = new Set(priced.flat().map((amount) => SIGN.exec(amount)?.[0]));
  if (sign === undefined || others.length > 0 || priced.flat().length < LEAST_PRICED) return null;
  const isPlain = priced.every(
    ({ length }, at) => length < 2 && (length === 1) === items[at]?.text.includes(sign),
  );
  return isPlain ? sign : null;
};

const shownIn = (text: string, by: "money" | "date" | "duration"): string[] =>
  by === "money" ? findAmounts(fold(text)) : findValues(fold(text), by);

/** Whether each row of a list that is none in columns shows just one of the values that an order goes by. */
export const isReadIn = (list: SurveyCollection, { by, match, values }: SortOrder): boolean => {
  if (match === YEAR) return list.items.every(({ text }) => yearsIn(text).length === 1);
  if (match !== null) return isShownOnce(list, { by, match });
  if (list.kind === "table" || by === "text" || by === "number" || typeof by !== "string") return true;
  const sign = by === "money" ? (values.text ?? values.name) : undefined;
  if (sign !== undefined) return signOfSome(list) === sign;
  return list.items.every(({ text }) => shownIn(text, by).length === 1);
};

/** A day on which something else was done than what a row shows, unless it says that this is the day. */
const OTHER_DAY =
  /activ|updat|modif|chang|edit|repl|answer|comment|view|visit|\bused|seen|login|aktiv|aktualis|ge[äa]nder|bearbeit|antwort/i;

const isOfOtherDay = ({ columns, items }: SurveyCollection, label: string): boolean => {
  const word = OTHER_DAY.exec(label)?.[0].toLowerCase();
  if (word === undefined) return false;
  const isSaid = (text: string): boolean => text.toLowerCase().includes(word);
  return !columns.some(({ name }) => isSaid(name)) && !items.every(({ text }) => isSaid(text));
};

/** Since when something is there. */
const IS_NEW =
  /newest|oldest|latest|recent|added|created|posted|neueste|[äa]lteste|r[ée]cent|ancien|reciente|antigu/i;
/** By when something is to be, or from when on. */
const TO_BE =
  /(?<!\p{L})(?:due|deadlines?|clos(?:es?|ing)|starts?|begins?|ends?|expir\p{L}*|until|till|valid|departs?|departure|best before|use by|renew\p{L}*|scheduled|planned|event|takes place|f[äa]llig\p{L}*|frist|endet|beginnt|beginn|start|g[üu]ltig|[ée]ch[ée]ance|d[ée]but|fin|vence|vencimiento|scad\p{L}*)(?!\p{L})/iu;
/** Characters before a day that say what it is. */
const BEFORE = 20;

type Days = { days: string[]; said: string[] };

/** The only day of each row, and what is said of it. */
const daysIn = (list: SurveyCollection): Days => {
  if (list.kind !== "table") {
    const texts = list.items.map(({ text }) => fold(text));
    const days = texts.flatMap((text) => shownIn(text, "date").slice(0, 1));
    return {
      days,
      said: texts.map((text, at) => {
        const end = text.indexOf(days[at] ?? "");
        return text.slice(Math.max(0, end - BEFORE), Math.max(0, end));
      }),
    };
  }
  const cells = (at: number): string[] => list.items.map((item) => item.cells[at] ?? "");
  const at = list.columns.findIndex((_, index) => kindOfValues(cells(index)) === "date");
  return at < 0
    ? { days: [], said: [] }
    : { days: cells(at).map(withoutWeekday), said: [list.columns[at]?.name ?? ""] };
};

const isAhead = (day: string): boolean =>
  [true, false].every((dayFirst) => (readDate(day, dayFirst) ?? 0) > Date.now());

/** The newest is what came last, whenever it is due, closes or begins: rows need not be in the order of the days that they show. */
export const mayBeOfOtherDays = (list: SurveyCollection, { by, label }: SortOrder): boolean => {
  if (by !== "date" || !IS_NEW.test(label) || TO_BE.test(label)) return false;
  const { days, said } = daysIn(list);
  return said.some((words) => TO_BE.test(words)) || days.filter(isAhead).length * 2 > days.length;
};

const LEAST_DAYS = 3;

/** Rows are in the order of the days that they show. */
export const isByDays = (list: SurveyCollection, { order }: SortOrder): boolean => {
  const { days } = daysIn(list);
  return (
    days.length === list.items.length && new Set(days).size >= LEAST_DAYS && isSorted(days, "date", order)
  );
};

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
    if (read?.by === "date" && isOfOtherDay(list, label)) return [];
    if (read && where) return [{ ...common, ...read, ...where }];
    const quantity = read ? null : quantityOrder(list, label);
    if (quantity) return [{ ...common, ...quantity }];
    const years = read?.by === "date" ? yearsFor(list) : null;
    return read && years ? [{ ...common, ...read, ...years }] : [];
  });
