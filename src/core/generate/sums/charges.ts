import { IS_VOID } from "./part-sums.ts";
import { FURTHER } from "./line-sums.ts";

/** What an item says of itself, a row or a page of its own: whole numbers and amounts by their labels, and all of its text. */
export type Said = {
  counts: ReadonlyMap<string, number>;
  amounts: ReadonlyMap<string, number>;
  text: string;
};

/** So many at a price each come to a total, by their labels. */
export type Charge = { count: string; price: string; total: string };

/** A charge that items of one kind keep to, and those that are off, where nothing but a mistake explains it. */
export type Charged = { charge: Charge; right: number[]; wrong: number[] };

const TOTAL =
  /\b(?:total|amount|sum|cost|price|charges?|summe|gesamt\p{L}*|betrag|montant|importe|totale|totaal)(?!\p{L})/iu;
/** What goes down, or up, after it was reckoned. */
const LATER = /\b(?:due|paid|balance|open|outstanding|left|remaining|refund\p{L}*|deposit|owed|owing)\b/iu;
const PRICE = /\b(?:rate|price|cost|fee|tariff|per|each|tarif|preis|prix|precio|prezzo|prijs)\b/i;
const NO_COUNT = /\b(?:year|id|no|nr|number|invoice|order|reference|room|jahr|ann[ée]e|a[ñn]o)\b/i;
/** Says that a total may be another one than so many times the price. */
const OTHERWISE =
  /\b(?:early|late|overdue|free|min(?:imum)?|most|max(?:imum)?|extend\p{L}*|extra|promo\p{L}*|loyal\p{L}*|member\p{L}*|includ\p{L}*|waiv\p{L}*|flat|package|half|partial\p{L}*|weekly|monthly|special|reduc\p{L}*|override|manual\p{L}*|negotiated|rounded)(?!\p{L})/giu;
const LEAST_RIGHT = 2;

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.006;

const every = (words: RegExp): RegExp => new RegExp(words.source, "giu");

type Numbers = { count: number; price: number; total: number };

const numbersOf = ({ counts, amounts }: Said, { count, price, total }: Charge): Numbers | null => {
  const [many, each, all] = [counts.get(count), amounts.get(price), amounts.get(total)];
  return many === undefined || each === undefined || all === undefined || each <= 0
    ? null
    : { count: many, price: each, total: all };
};

/** Words that speak of what may go into a total, and those of them that have a number other than zero behind them. */
const wordsOf = (text: string): Set<string> => {
  const all = [FURTHER, IS_VOID, OTHERWISE].flatMap((words) => [...text.matchAll(every(words))]);
  return new Set(
    all.flatMap(({ 0: word, index }) => {
      const behind = /^\D{0,24}?(\d[\d.,]*)/.exec(text.slice(index + word.length))?.[1];
      const isSome = behind !== undefined && /[1-9]/.test(behind);
      return [word.toLowerCase(), ...(isSome ? [`${word.toLowerCase()} of some`] : [])];
    }),
  );
};

const labelsOf = ({ amounts }: Said): string[] =>
  [...amounts].flatMap(([label, amount]) => (amount === 0 ? [] : [label]));

/** Nothing is said of it but what is said of the right ones as well. */
const isPlain = (one: Said, right: readonly Said[]): boolean => {
  const words = new Set(right.flatMap(({ text }) => [...wordsOf(text)]));
  const labels = new Set(right.flatMap(labelsOf));
  return (
    [...wordsOf(one.text)].every((word) => words.has(word)) &&
    labelsOf(one).every((label) => labels.has(label))
  );
};

/** Another of its numbers gives the total, or the product is another of its amounts. */
const isOtherwise = ({ counts, amounts }: Said, { count, price, total }: Charge, now: Numbers): boolean => {
  const others = [...counts].filter(([label]) => label !== count).map(([, number]) => number);
  const times = [...counts.values()].flatMap((number) => [number, ...others.map((other) => number * other)]);
  const prices = [...amounts].filter(([label]) => label !== total);
  return (
    prices.some(([, amount]) => times.some((number) => number > 0 && near(number * amount, now.total))) ||
    [...amounts].some(([label, amount]) => label !== price && near(amount, now.count * now.price))
  );
};

/** The price was taken without its cents, which no rounding of the total comes to. */
const losesCents = ({ count, price, total }: Numbers): boolean =>
  !Number.isInteger(price) &&
  Math.abs(total - count * price) >= 1 &&
  [Math.floor(price), Math.round(price)].some((each) => near(total, count * each));

const judge = (all: readonly Said[], charge: Charge): Charged | null => {
  const known = all.flatMap((one, at) => {
    const now = numbersOf(one, charge);
    return now ? [{ one, at, now }] : [];
  });
  const isRight = ({ now }: (typeof known)[number]): boolean =>
    now.count > 1 && near(now.count * now.price, now.total);
  const right = known.filter(isRight);
  const others = known.filter((each) => !isRight(each));
  const cut = others.filter(({ one, now }) => losesCents(now) && !isOtherwise(one, charge, now));
  const isSeveral = (of: typeof known): boolean =>
    new Set(of.map(({ now }) => now.count)).size >= LEAST_RIGHT &&
    new Set(of.map(({ now }) => now.total)).size >= LEAST_RIGHT;
  const isLaw = isSeveral(right);
  // Where all lose their cents, the labels have to say that it is the price of one.
  const isCut =
    right.length === 0 && cut.length === known.length && isSeveral(cut) && PRICE.test(charge.price);
  if (!isLaw && !isCut) return null;
  const said = (isLaw ? right : cut).map(({ one }) => one);
  const wrong = cut.filter(({ one }) => isPlain(one, said));
  return { charge, right: right.map(({ at }) => at), wrong: wrong.map(({ at }) => at) };
};

const labelsIn = (all: readonly ReadonlyMap<string, number>[]): string[] => [
  ...new Set(all.flatMap((numbers) => [...numbers.keys()])),
];

/** What so many at a price each come to, as items of one kind show; null where too few of them do. */
export const chargedBy = (all: readonly Said[]): Charged | null => {
  const counts = labelsIn(all.map((one) => one.counts)).filter((label) => !NO_COUNT.test(label));
  const amounts = labelsIn(all.map((one) => one.amounts)).filter((label) => label !== "");
  const totals = amounts.filter((label) => TOTAL.test(label) && !LATER.test(label));
  const found = totals.flatMap((total) =>
    amounts.flatMap((price) =>
      price === total ? [] : counts.flatMap((count) => judge(all, { count, price, total }) ?? []),
    ),
  );
  return found.toSorted((a, b) => b.right.length - a.right.length)[0] ?? null;
};
