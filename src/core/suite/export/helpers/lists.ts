import { collations, leadingArticle, noValue } from "#core/suite/order.ts";

/** Source of the helpers behind the expects about lists. */
export const listHelpers: Record<string, string> = {
  forAll: String.raw`
/** Waits until the texts of all elements that fit (at most 60) are right; there has to be one. */
async function forAll(
  page: Page,
  target: Target,
  timeout: number,
  wrong: (texts: string[]) => string | null,
): Promise<void> {
  await settle(page, { timeout });
  await until(timeout, async () => {
    const isOne = typeof target !== "string" && target.nth !== undefined;
    const { seen } = await look(page, target, isOne ? "any" : "set");
    const texts = [];
    for (const element of seen.slice(0, 60)) {
      const [drawn = "", source = ""] = await textsOf(element);
      texts.push(drawn || source);
    }
    return texts.length === 0 ? "nothing fits " + JSON.stringify(target) : wrong(texts);
  });
}`,
  expectEach: String.raw`
/** Every element that fits shows a text. */
async function expectEach(
  page: Page,
  target: Target,
  match: Match,
  { timeout }: Options = {},
): Promise<void> {
  await forAll(page, target, limitOf(page, timeout, 5000), (texts) => {
    const stray = texts.find((text) => !fits(text, match));
    return stray === undefined ? null : saw(match, stray);
  });
}`,
  expectSorted: String.raw`
/** The texts of a list, or what a pattern keeps of each, are in order. */
async function expectSorted(
  page: Page,
  target: Target,
  {
    by = "text",
    order = "ascending",
    match,
    shape,
    timeout,
  }: Options & {
    by?: Kind;
    order?: "ascending" | "descending" | "either";
    match?: RegExp;
    /** Kept of a text that shows more; the text itself where it does not fit. */
    shape?: RegExp;
  } = {},
): Promise<void> {
  await forAll(page, target, limitOf(page, timeout, 5000), (texts) => {
    const values = texts.map((text) => {
      const found = match?.exec(text);
      return match ? (found?.[1] ?? found?.[0] ?? "") : (shape?.exec(text)?.[0] ?? text);
    });
    const up = order !== "descending" && isSorted(values, by, 1);
    return up || (order !== "ascending" && isSorted(values, by, -1))
      ? null
      : "not " + order + ": " + values.join(" | ");
  });
}`,
  rowsOf: String.raw`
/** What the elements show (at most 60), or hold, for fields; null while the list is changing. */
async function rowsOf(page: Page, target: Target, attribute?: string): Promise<string[] | null> {
  const single = typeof target !== "string" && target.nth !== undefined;
  const { seen } = await look(page, target, single ? "any" : "set");
  if (single && seen.length === 0) return null;
  const texts = [];
  for (const element of seen.slice(0, 60)) {
    if (attribute !== undefined) {
      const value = await element.getAttribute(attribute, { timeout: 1000 });
      if (value === null) return null;
      texts.push(value.trim());
      continue;
    }
    const [drawn = "", source = ""] = await textsOf(element);
    const shown = (drawn || source).trim();
    texts.push(shown === "" ? ((await valuesOf(element, true))[0] ?? "").trim() : shown);
  }
  return texts;
}`,
  expectDistinct: String.raw`
/** No two elements show the same, or so many differ. */
async function expectDistinct(
  page: Page,
  target: Target,
  { attribute, min, timeout }: Options & { attribute?: string; min?: number } = {},
): Promise<void> {
  await settle(page, { timeout });
  await until(limitOf(page, timeout, 5000), async () => {
    const texts = (await rowsOf(page, target, attribute)) ?? [];
    const different = new Set(texts).size;
    if (texts.length === 0) return "nothing fits " + JSON.stringify(target);
    return different >= (min ?? texts.length) ? null : "of " + texts.length + " only " + different + " differ";
  });
}`,
  expectSum: String.raw`
/** The numbers of the rows, each times another where given, add up to the total that is shown. */
async function expectSum(
  page: Page,
  target: Target,
  total: Target,
  { times, match, money, timeout }: Options & { times?: Target; match?: RegExp; money?: RegExp } = {},
): Promise<void> {
  await settle(page, { timeout });
  await until(limitOf(page, timeout, 5000), async () => {
    const keptOf = (text: string): string => {
      const found = match?.exec(text);
      return match ? (found?.[1] ?? found?.[0] ?? "") : text;
    };
    const rows = ((await rowsOf(page, target)) ?? []).map(keptOf);
    const shown = ((await rowsOf(page, total)) ?? []).map(keptOf);
    const numberIn = numbersBeside(rows, shown[0] ?? "", money);
    const numbers = rows.map(numberIn);
    const factors = times === undefined ? null : ((await rowsOf(page, times)) ?? []).map(numberIn);
    const is = numberIn(shown[0] ?? "");
    if (numbers.length === 0 || shown.length !== 1 || is === null) return "nothing to add up";
    if (factors !== null && factors.length !== numbers.length) return "not as many factors as numbers";
    if ([...numbers, ...(factors ?? [])].includes(null)) return "a row shows no number";
    const sum = numbers.reduce<number>((all, each, index) => all + (each ?? 0) * (factors?.[index] ?? 1), 0);
    const tolerance = Number.isInteger(is) && !Number.isInteger(sum) ? 0.5 : 0.005;
    return Math.abs(is - sum) <= tolerance ? null : "the sum is " + sum + ", shown is " + shown[0];
  });
}`,
  numbersBeside: String.raw`
/** How the numbers of rows and their total are read: as money, as lengths of time, or plainly; a dash or nothing is 0. */
function numbersBeside(rows: string[], shown: string, money?: RegExp): (text: string) => number | null {
  const isBlank = (text: string): boolean => /^[\s–—-]*$/.test(text);
  const filled = rows.filter((text) => !isBlank(text));
  const total = readDuration(shown) === null ? durationIn(shown) : shown;
  const all = total === undefined ? filled : [...filled, total];
  const isOfOneUnit =
    all.every((text) => /^[^\d:]*\d[\d.,]*[^\d:]*$/.test(text)) &&
    new Set(all.map((text) => text.replace(/[\d.,\s]/g, ""))).size < 2;
  const isTime = total !== undefined && filled.every((text) => readDuration(text) !== null);
  const amountIn = (text: string): string => money?.exec(text)?.[0] ?? text;
  const decimal = decimalMarkIn([...filled, shown].map(amountIn));
  return (text) => {
    if (isBlank(text)) return 0;
    const words = isTime && text === shown ? total : text;
    return isTime && !isOfOneUnit ? readDuration(words) : readNumber(amountIn(words), decimal);
  };
}`,
  expectDays: String.raw`
/** The days that the elements show (at most 60) are none before, or none after, another; a day and a half count for nothing. */
async function expectDays(
  page: Page,
  target: Target,
  { from, until: last, shape, timeout }: Options & { from?: string; until?: string; shape: RegExp },
): Promise<void> {
  const grace = 36 * 3_600_000;
  const momentOf = (limit: string): number => (limit === "today" ? Date.now() : Date.parse(limit));
  await forAll(page, target, limitOf(page, timeout, 5000), (texts) => {
    for (const text of texts) {
      const shown = (text.match(shape) ?? []).map((written) =>
        [true, false].flatMap((dayFirst) => readDate(written, dayFirst) ?? []),
      );
      if (shown.length === 0 || shown.some((times) => times.length === 0)) return "no day: " + text;
      const isOut = (beyond: (time: number) => boolean): boolean => shown.some((times) => times.every(beyond));
      if (from !== undefined && isOut((time) => time < momentOf(from) - grace))
        return "before " + from + ": " + text;
      if (last !== undefined && isOut((time) => time > momentOf(last) + grace))
        return "after " + last + ": " + text;
    }
    return null;
  });
}`,
  Kind: String.raw`
type Kind = "text" | "number" | "date" | "money" | "duration" | string[];`,
  isSorted: String.raw`
/** Equal neighbours are in order, and rows without a value at either end. Text may be so by code points, by letters, or as people do, with its leading articles or without all of them. */
function isSorted(all: string[], by: Kind, sign: 1 | -1): boolean {
  const isValue = (text: string): boolean => !/${noValue}/iu.test(text.trim());
  const first = all.findIndex(isValue);
  const last = all.length - [...all].reverse().findIndex(isValue);
  const texts = first < 0 ? all : all.slice(first, last);
  const ordered = <T>(values: (T | null)[], compare: (a: T, b: T) => number): boolean =>
    values.every((value, index) => {
      const before = values[Math.max(0, index - 1)] ?? null;
      return value !== null && before !== null && sign * compare(before, value) <= 0;
    });
  const plain = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
  if (by === "text") {
    const options: Intl.CollatorOptions[] = [
      {},
      { numeric: true },
      { ignorePunctuation: true, sensitivity: "base" },
    ];
    const orders = [
      plain<string>,
      (a: string, b: string) => plain(a.toLowerCase(), b.toLowerCase()),
      ...options.map((option) => new Intl.Collator("en", option).compare),
    ];
    if (texts.some((text) => /[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(text))) {
      const locales = ${JSON.stringify(collations)};
      orders.push(...locales.map((locale) => new Intl.Collator(locale, { numeric: true }).compare));
    }
    const bare = texts.map((text) => text.trim().replace(/${leadingArticle}/iu, ""));
    return [texts, bare].some((some) => orders.some((compare) => ordered(some, compare)));
  }
  if (typeof by !== "string") {
    const folded = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
    const list = by.map(folded);
    const places = texts.map((text) => list.indexOf(folded(text)));
    return !places.includes(-1) && ordered(places, plain<number>);
  }
  if (by === "date") {
    const now = Date.now();
    return [true, false].some((dayFirst) =>
      ordered(
        texts.map((text) => readDate(text, dayFirst, now)),
        plain<number>,
      ),
    );
  }
  const decimal = decimalMarkIn(texts);
  const numbers = texts.map((text) => (by === "duration" ? readDuration(text) : readNumber(text, decimal)));
  return ordered(numbers, plain<number>);
}`,
};
