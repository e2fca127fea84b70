import { dice } from "#model/letter-pairs.ts";
import { tokens } from "./meaning.ts";
import { lower } from "./fold.ts";

/** "User name" and "username" are one name. */
const compact = (lowered: string): string => lowered.replaceAll(/[^\p{L}\p{N}]+/gu, "");

const numbersIn = (text: string): string => (text.match(/\d+/g) ?? []).join(" ");

/**
 * How alike two names are, 0..1. Names that differ in a number are of different things (order 12, order 13), however
 * alike they look.
 */
export const nameLikeness = (before: string, after: string): number => {
  const [a, b] = [lower(before), lower(after)];
  if (a === "" || b === "") return 0;
  if (a === b) return 1;
  if (compact(a) !== "" && compact(a) === compact(b)) return 0.97;
  const [wordsA, wordsB] = [new Set(tokens(a)), new Set(tokens(b))];
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  const smaller = Math.min(wordsA.size, wordsB.size);
  const larger = Math.max(wordsA.size, wordsB.size);
  if (shared === smaller && shared === larger) return 0.97;
  const contained = smaller > 0 && shared === smaller ? 0.55 + (0.4 * smaller) / larger : 0;
  const byWords = smaller === 0 ? 0 : (2 * shared) / (smaller + larger);
  const alike = Math.max(contained, byWords * 0.9, dice(a, b) * 0.95);
  const [first, second] = [numbersIn(a), numbersIn(b)];
  return first === "" || second === "" || first === second ? alike : Math.min(alike, 0.3);
};

/** Whether every word of the second name, in any case, is in the first. */
export const hasWordsOf = (whole: string, part: string): boolean => {
  const [a, b] = [lower(whole), lower(part)];
  if (b !== "" && (a === b || (compact(a) !== "" && compact(a) === compact(b)))) return true;
  const there = new Set(tokens(whole));
  const wanted = tokens(part);
  if (wanted.length === 0) return b !== "" && a.split(" ").includes(b);
  return wanted.every((word) => there.has(word));
};
