import type { SortOrder } from "#model/site-lists.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { findAmounts, findValues, readDuration } from "#core/suite/order.ts";
import { cellsOf, fold, rowsOf, textsOf } from "./lists.ts";
import { kindOfValues } from "#core/explore/forms/values.ts";

type Direction = Exclude<SortOrder["order"], "either">;
/** How a row writes what counts: as a kind of value of which it has just one, or by a pattern that fits once. */
type Quantity =
  | { order: Direction; by: "money" | "duration" }
  | { order: Direction; by: "number"; match: string };
type Values = Pick<SortOrder, "by" | "order" | "values" | "match">;

const END = String.raw`(?: (?:first|on top|zuerst|zuoberst))?$`;
const words = (some: string): RegExp => new RegExp(`^(?:${some})${END}`, "iu");

const CHEAP = words(
  "cheapest|lowest (?:price|cost)|least expensive|g[üu]nstigste[sr]?|billigste[sr]?|moins chers?",
);
const DEAR = words("dearest|priciest|most expensive|highest (?:price|cost)|teuerste[sr]?|plus chers?");
const QUICK = words("quickest|fastest|schnellste[sr]?");
const SLOW = words("slowest|langsamste[sr]?");
const SHORT = words("shortest(?: (?:time|duration))?|k[üu]rzeste[sr]?");
const LONG = words("longest(?: (?:time|duration))?|l[äa]ngste[sr]?");
const SMALL = words("smallest|kleinste[sr]?");
const LARGE = words("largest|biggest|gr[öo](?:ß|ss)te[sr]?");
const COUNTED = new RegExp(
  String.raw`^(most|fewest|least|highest|lowest|(?:die )?meisten?|(?:die )?wenigsten?) (\p{L}{4,})${END}`,
  "iu",
);
/** What no number beside a word of that kind tells. */
const JUDGED =
  /^(?:recent|popular|relevant|expensive|active|useful|helpful|important|urgent|rated|rating|ratings|wanted|discussed|interesting|time|price|cost|recently)$/i;

const LENGTHS = "km|mi|miles?|pages|seiten|cm|mm";
const SIZES = String.raw`m²|sqm|sq ?m|sq ?ft|ft²|ha|acres?|[KMGT]B|kg|litres?`;

const fitsOnce = ({ items }: SurveyCollection, match: string): boolean =>
  items.every(({ text }) => [...fold(text).matchAll(new RegExp(match, "gu"))].length === 1);

/** Numbers with one unit, the same in all rows, as a pattern that fits just one of each. */
const measured = (list: SurveyCollection, units: string): string | null => {
  const shown = list.items.map(({ text }) => [
    ...fold(text).matchAll(new RegExp(String.raw`(?<![\d.,])\d[\d.,]* ?(${units})(?![\p{L}\d²])`, "giu")),
  ]);
  const [unit, ...others] = new Set(
    shown.flatMap((found) => found.map(([, each = ""]) => each.toLowerCase())),
  );
  if (unit === undefined || others.length > 0 || shown.some(({ length }) => length !== 1)) return null;
  return String.raw`(\d[\d.,]*) ?(?i:${escapeRegex(unit)})`;
};

const stemOf = (noun: string): string => noun.toLowerCase().replace(/(?:ies|y|ed|es?|s)$/, "");

/** What an option such as "Most votes" counts, and in which order it puts that. */
const readCounted = (label: string): { noun: string; order: Direction } | null => {
  const [, most = "", noun = ""] = COUNTED.exec(fold(label)) ?? [];
  if (noun === "" || JUDGED.test(noun)) return null;
  return { noun, order: /^(?:fewest|least|lowest|(?:die )?wenig)/i.test(most) ? "ascending" : "descending" };
};

/** Says in words of its own that it orders by a number. */
export const isQuantityLabel = (label: string): boolean =>
  [CHEAP, DEAR, QUICK, SLOW, SHORT, LONG, SMALL, LARGE].some((some) => some.test(fold(label))) ||
  readCounted(label) !== null;

/** "2 votes" for "Most votes", "borrowed 12 times" for "Most borrowed". */
const counted = (list: SurveyCollection, noun: string): string | null => {
  const stem = stemOf(noun);
  if (stem.length < 3) return null;
  const before = String.raw`(\d[\d.,]*) (?i:${stem})`;
  const said = String.raw`(?<!\p{L})(?i:${stem})\p{L}{0,3}`;
  const times = String.raw`${said} (\d[\d.,]*) ?(?i:times?|×|x|mal|fois|veces|volte)(?!\p{L})`;
  return [before, times].find((match) => fitsOnce(list, match)) ?? null;
};

const hasOne = (list: SurveyCollection, by: "money" | "duration"): boolean =>
  list.items.every(
    ({ text }) => (by === "money" ? findAmounts(fold(text)) : findValues(fold(text), by)).length === 1,
  );

/** By what rows say how long they are; where they tell a length and a time, it may be either. */
const byLength = (list: SurveyCollection, order: Direction): Quantity | null => {
  const match = measured(list, LENGTHS);
  const isTimed = list.items.some(({ text }) => findValues(fold(text), "duration").length > 0);
  if (match !== null) return isTimed ? null : { order, by: "number", match };
  return new RegExp(String.raw`\d ?(?:${LENGTHS})(?!\p{L})`, "iu").test(textsOf(list))
    ? null
    : { order, by: "duration" };
};

const bySize = (list: SurveyCollection, order: Direction): Quantity | null => {
  const match = measured(list, SIZES);
  return match === null ? null : { order, by: "number", match };
};

/** The option in words of its own: "Cheapest", "Quickest first", "Most votes". */
const readIn = (list: SurveyCollection, label: string): Quantity | null => {
  const text = fold(label);
  if (CHEAP.test(text)) return { order: "ascending", by: "money" };
  if (DEAR.test(text)) return { order: "descending", by: "money" };
  if (QUICK.test(text)) return { order: "ascending", by: "duration" };
  if (SLOW.test(text)) return { order: "descending", by: "duration" };
  if (SHORT.test(text)) return byLength(list, "ascending");
  if (LONG.test(text)) return byLength(list, "descending");
  if (SMALL.test(text)) return bySize(list, "ascending");
  if (LARGE.test(text)) return bySize(list, "descending");
  const read = readCounted(label);
  const match = read ? counted(list, read.noun) : null;
  return read && match !== null ? { order: read.order, by: "number", match } : null;
};

/** Whether each row shows just one of what such an order goes by. */
export const isShownOnce = (
  list: SurveyCollection,
  { by, match }: Pick<SortOrder, "by" | "match">,
): boolean => {
  if (match !== null) return fitsOnce(list, match);
  return (by === "money" || by === "duration") && hasOne(list, by);
};

/** The only column of a table that shows such values. */
const inColumn = (list: SurveyCollection, label: string): Values | null => {
  const read = readCounted(label);
  const quantity = read ? null : readIn(list, label);
  const by = read ? "number" : quantity?.by;
  const columns = list.columns.flatMap(({ name }, at) => {
    const texts = list.items.map(({ cells }) => fold(cells[at] ?? ""));
    const isCalled = !read || fold(withoutArrows(name)).toLowerCase().startsWith(stemOf(read.noun));
    const isRight =
      by === "duration" ? texts.every((text) => readDuration(text) !== null) : kindOfValues(texts) === by;
    return isRight && isCalled ? [at] : [];
  });
  const [column] = columns;
  const order = (read ?? quantity)?.order;
  const isPlain = quantity === null || quantity.by !== "number";
  const values = column === undefined || columns.length > 1 || !isPlain ? null : cellsOf(list, column);
  return values && by && order ? { by, order, values, match: null } : null;
};

/** What an option such as "Cheapest", "Quickest first" or "Most votes" orders by, where each row shows just one such number. */
export const quantityOrder = (list: SurveyCollection, label: string): Values | null => {
  if (list.items.length < 2) return null;
  if (list.kind === "table") return inColumn(list, label);
  const quantity = readIn(list, label);
  const values = rowsOf(list);
  if (!quantity || !values) return null;
  const { by, order } = quantity;
  const found = { by, order, values, match: by === "number" ? quantity.match : null };
  return isShownOnce(list, found) ? found : null;
};
