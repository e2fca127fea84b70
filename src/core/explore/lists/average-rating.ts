import { readNumber } from "#core/suite/order.ts";
import type { PostAverage } from "#model/site-posts.ts";

/** "3.5 of 5 (2 reviews)", "4.2 · 12 ratings". */
const AVERAGE =
  /(?<![\d.,/])(?<average>\d[.,]\d{1,2})(?<between>(?: ?(?:\/|of|out of|von|sur|de|di) ?\d{1,2})?(?: (?:stars?|sterne|points?|punkte))? ?[·•|,–—-]? ?\(?(?:(?:based on|from|aus) )?)(?<count>\d{1,4})(?<words> (?:reviews?|ratings?|votes?|bewertung(?:en)?|avis|rese[ñn]as?|recension[ei]))(?!\p{L})/giu;
const STARS = /[★⭐]+[☆✩]*/gu;
const OF =
  /(?<![\d/.,])(\d{1,2})\s*(?:\/|of|out of|von|sur|de|di)\s*(\d{1,2})(?:\s*(?:stars?|points?|sterne|punkte)\b|(?! ?[\p{L}\d/.]))/giu;

type Said = { average: string; between: string; count: number; words: string; rest: string };

/** The only average with a count that a text says, and what else it says. */
const saidIn = (text: string): Said | null => {
  const [found, ...others] = text.matchAll(AVERAGE);
  if (!found || others.length > 0) return null;
  const { average = "", between = "", count, words = "" } = found.groups ?? {};
  return { average, between, count: Number(count), words, rest: text.replace(found[0], " | ") };
};

/** What the ratings that a text lists come to; null where they are not so many. */
const listedIn = ({ rest, count }: Said, most: number): number | null => {
  const stars = [...rest.matchAll(STARS)].filter(([found]) => Array.from(found).length === most);
  const marks = stars.map(([found]) => found.replaceAll(/[☆✩]/gu, "").length);
  const numbers = [...rest.matchAll(OF)].filter(([, , all]) => Number(all) === most);
  const given = stars.length > 0 ? marks : numbers.map(([, each]) => Number(each));
  return given.length === count && count > 0 ? given.reduce((sum, each) => sum + each, 0) : null;
};

const digitsOf = (average: string): number => average.split(/[.,]/)[1]?.length ?? 0;

/** How a number is written that is rounded: what lies in the middle up, or to what is even, where it can be told. */
const roundings = (value: number, digits: number): number[] => {
  const scaled = value * 10 ** digits;
  const low = Math.floor(scaled + 1e-9);
  const isMiddle = Math.abs(scaled - low - 0.5) < 1e-6;
  const isTold = Number.isInteger(value * 4) && low % 2 === 1;
  return isMiddle ? (isTold ? [low + 1] : [low, low + 1]) : [Math.round(scaled)];
};

const HALF = /[.,][05]0?$/;

/**
 * What a page says of all ratings before and after one is added: an average and a count, which agree with the ratings that
 * it lists. `texts` are those of other pages. Null where it does not say so, or does not count the one that was added.
 */
export const averageSaid = (
  before: string,
  after: string,
  { given, most }: { given: number; most: number },
  texts: readonly string[],
): PostAverage | null => {
  const [first, then] = [saidIn(before), saidIn(after)];
  const listed = first ? listedIn(first, most) : null;
  if (!first || !then || listed === null || then.count !== first.count + 1) return null;
  if (listedIn(then, most) !== listed + given || then.between !== first.between) return null;
  const digits = digitsOf(first.average);
  const shown = Math.round(Number(readNumber(first.average)) * 10 ** digits);
  const mean = listed / first.count;
  const isCut = shown === Math.floor(mean * 10 ** digits + 1e-9);
  if (!isCut && !roundings(mean, digits).includes(shown)) return null;
  const value = (listed + given) / then.count;
  const averages = [
    first.average,
    ...texts.flatMap((text) => [...text.matchAll(AVERAGE)].map(({ groups }) => groups?.["average"] ?? "")),
  ];
  const mayBeHalf = averages.every((each) => HALF.test(each));
  const meant = new Set([
    ...roundings(value, digits),
    ...(isCut ? [Math.floor(value * 10 ** digits + 1e-9)] : []),
    ...(mayBeHalf
      ? [Math.floor(value * 2), Math.ceil(value * 2)].map((halves) => (halves / 2) * 10 ** digits)
      : []),
  ]);
  const mark = first.average.includes(",") ? "," : ".";
  const written = (scaled: number): string => (scaled / 10 ** digits).toFixed(digits).replace(".", mark);
  return {
    before: first.average,
    between: first.between,
    count: first.count,
    words: first.words,
    shown: then.average,
    meant: [...meant].map(written),
  };
};
