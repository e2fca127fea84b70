import { fold } from "#core/explore/lists/lists.ts";
import { findValues, readNumber, valuePattern } from "#core/suite/order.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { WizardEntry } from "#model/wizard.ts";

const LABEL = String.raw`(?<![\p{L}-])(?:(?:grand |order |estimated )?total(?: price| cost| amount| due)?|gesamt(?:betrag|preis|summe)?|summe|totale?|importe total|to pay|price|preis|prix|precio|prezzo|cost)`;
const MORE =
  /\b(?:tax|vat|shipping|delivery|discount|fee|fees|deposit|surcharge|coupon|voucher|mwst|versand|rabatt|per|each|from|ab)\b/i;
const SUB = /sub-?\s?$|zwischen-?$/i;

type Shown = { words: string; amount: number };

/** Amounts that the text calls a total, or a price; the last one is what all comes to. */
const totalIn = (text: string, amounts: readonly number[]): Shown | null => {
  const found = [
    ...text.matchAll(new RegExp(`(${LABEL})[^\\d€$£¥₹]{0,20}(${valuePattern("money")})`, "giu")),
  ].flatMap((match): Shown[] => {
    const [, words = "", money = ""] = match;
    const amount = readNumber(money);
    return amount === null || SUB.test(text.slice(0, match.index)) ? [] : [{ words, amount }];
  });
  const total = found.findLast(({ words }) => /total|gesamt|summe|pay/i.test(words));
  // What is called a price may be that of one thing of several.
  return total ?? (amounts.length === 1 ? (found.at(-1) ?? null) : null);
};

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.006;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** What was chosen that has a price, and how many times it may count. */
const pricesOf = (entries: readonly WizardEntry[]): { prices: number[]; times: number[] } => ({
  prices: entries.flatMap(({ kind, value }) => {
    const found = kind === "fill" ? [] : findValues(value, "money");
    const price = found.length === 1 ? readNumber(found[0] ?? "") : null;
    return price === null ? [] : [price];
  }),
  times: entries.flatMap(({ kind, field, typed }) => {
    const number =
      kind === "fill" && field?.type !== "number" ? undefined : /^\d+(?![\d.:h/-])/.exec(typed)?.[0];
    return Number(number ?? 1) > 1 ? [Number(number)] : [];
  }),
});

const A_PIECE = /\b(?:per|each|pro|par|por|from|ab|night|hour|day|person|pp|hr)\b|\/\s?\p{L}/iu;

/** How many times a price counts cannot be told: for so many days, or by the piece. */
const isByThePiece = (entries: readonly WizardEntry[]): boolean =>
  entries.filter(({ field }) => field?.type === "date").length > 1 ||
  entries.some(
    ({ kind, value }) => kind !== "fill" && findValues(value, "money").length > 0 && A_PIECE.test(value),
  );

/** All that the total may be without anything being wrong; `rest` is what else the text shows. */
const allowed = (prices: readonly number[], times: readonly number[], rest: readonly number[]): number[] => {
  const all = sum(prices);
  const multiplied = times.flatMap((factor) => [
    all * factor,
    ...prices.map((price) => all + price * (factor - 1)),
  ]);
  const further = without(rest, prices);
  return [
    all,
    ...multiplied,
    ...(rest.length > 1 ? [sum(rest)] : []),
    ...further.flatMap((amount) => [all + amount, all - amount]),
    all + sum(further),
  ];
};

/** Each of the others goes once. */
const without = (numbers: readonly number[], others: readonly number[]): number[] => {
  const left = [...numbers];
  for (const other of others) {
    const at = left.findIndex((each) => near(each, other));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
};

/** Where another option of one choice makes the total what it is, what it should be; else null. */
const ofOther = (entries: readonly WizardEntry[], total: number): number | null => {
  const { prices, times } = pricesOf(entries);
  for (const entry of entries.filter(({ options }) => options.length > 1)) {
    for (const { text } of entry.options) {
      const others = pricesOf(
        entries.map((each) => (each === entry ? { ...entry, value: text } : each)),
      ).prices;
      if (text === entry.value || others.length !== prices.length) continue;
      const at = allowed(others, times, []).findIndex((amount) => near(amount, total));
      if (at >= 0) return allowed(prices, times, [])[at] ?? null;
    }
  }
  return null;
};

/** Fits the number however it is written. */
const patternOf = (amount: number): string => {
  const [whole = "", cents = "00"] = amount.toFixed(2).split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, "[.,'’ ]?");
  const fraction = cents === "00" ? "(?:[.,]00)?" : `[.,]${cents.replace(/0$/, "0?")}`;
  return `${grouped}${fraction}(?![\\d]|[.,]\\d)`;
};

/**
 * That the total is what was chosen comes to, as a pattern of the text that sums it up; null where there is no total, or
 * where more goes into it than can be told.
 */
export const totalOf = (text: string, entries: readonly WizardEntry[]): string | null => {
  const folded = fold(text);
  const amounts = findValues(folded, "money").flatMap((found) => readNumber(found) ?? []);
  const total = totalIn(folded, amounts);
  const { prices, times } = pricesOf(entries);
  if (!total || prices.length === 0) return null;
  const rest = without(amounts, [total.amount]);
  const pattern = (amount: number): string => `${escapeRegex(total.words)}[^\\d]{0,20}${patternOf(amount)}`;
  if (allowed(prices, times, rest).some((amount) => near(amount, total.amount))) return pattern(total.amount);
  const instead = MORE.test(folded) ? null : ofOther(entries, total.amount);
  if (instead !== null) return pattern(instead);
  const isPlain = times.length === 0 && !isByThePiece(entries) && !MORE.test(folded);
  const isKnown = without(rest, prices).length === 0;
  return isPlain && isKnown ? pattern(sum(prices)) : null;
};
