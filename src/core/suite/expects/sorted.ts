import { z } from "zod";
import { describeTarget, targetObjectSchema } from "#model/target.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { findAmounts, findValues, isSorted, sortOrders, valueKinds } from "#core/suite/order.ts";
import type { OrderedBy } from "#core/suite/order.ts";
import { brief, regexSchema, textSchema } from "#core/suite/scalars.ts";
import { keptOf } from "./kept.ts";
import { holdForAll } from "./readings.ts";

const listSchema = z
  .array(textSchema)
  .min(2)
  .describe("All texts that there may be, the lowest first; a row with any other one is in no order");

const schema = z.strictObject({
  target: targetObjectSchema.describe("Fits one element a row: what shows the value"),
  match: regexSchema.describe("Keeps what this regular expression fits, or its first group").optional(),
  by: z
    .union([z.enum(valueKinds), listSchema])
    .describe("What the values are, or a list of them in their order; text when absent")
    .optional(),
  order: z.enum(sortOrders).describe("ascending when absent; either: one or the other").optional(),
});
type Args = z.output<typeof schema>;

const orderedBy = ({ by = "text" }: Args): OrderedBy => (typeof by === "string" ? by : by.map(String));

const inWords = (args: Args): string => {
  const by = orderedBy(args);
  return typeof by === "string" ? by : by.join(", ");
};

const describe = (args: Args): string =>
  `${describeTarget(args.target)} sorted by ${inWords(args)}, ${args.order ?? "ascending"}`;

/** The first place where two neighbours are the wrong way round, in words; null when there is none. */
const disorder = (texts: string[], args: Args): string | null => {
  const by = orderedBy(args);
  const { order = "ascending" } = args;
  if (isSorted(texts, by, order)) return null;
  const place = texts.findIndex((_, index) => index > 0 && !isSorted(texts.slice(0, index + 1), by, order));
  if (place < 1) return `"${brief(texts[0] ?? "", 60)}" cannot be read as ${inWords(args)}`;
  return `"${brief(texts[place - 1] ?? "", 60)}" stands before "${brief(texts[place] ?? "", 60)}"`;
};

const valueIn = (text: string, by: Args["by"]): string => {
  if (by === "money") return findAmounts(text)[0] ?? text;
  return by === "date" || by === "duration" ? (findValues(text, by)[0] ?? text) : text;
};

/** The value in each text: what `match` keeps, else the first amount, date or length of time of a longer text, else the text itself. */
const values = (texts: string[], { match, by }: Args): string[] =>
  match === undefined ? texts.map((text) => valueIn(text, by)) : keptOf(texts, match);

export const sorted = defineExpect({
  kind: "sorted",
  summary: "The rows of a list are in order.",
  description:
    "`target` fits one element a row, which may show more than the money, date or length of time that counts. `by` is text, number, date, money or duration, read as people write them " +
    "(`1,249.00 €`, `3 Mar 2025`, `1 h 20 min`; `Free` is 0); " +
    "text in order by letters, as one of several languages has them, by case or by code points counts, and so does a list whose texts are in order once all leading articles (`The`, `A`, `Der`, `La`) are left out. " +
    "Given a list of texts (`[Low, Medium, High]`), the rows are in the order of that list, whatever their case; a text that is not in it makes it fail. " +
    "Equal neighbours are in order, and rows without a value (`–`, `Unassigned`) may come first or last. At most 60 rows are read.",
  schema,
  example: "expect: {sorted: {target: {column: Price}, by: money, order: descending}}",
  describe,
  negative: () => true,
  check: (args, context) =>
    holdForAll(context, args.target, describe(args), (texts) => disorder(values(texts, args), args)),
});
