import { fold } from "./lists.ts";

const LEAST = 3;
const MOST_WORDS = 6;

const wordsOf = (option: string): string[] => fold(option).split(" ").slice(0, MOST_WORDS);

const clean = (words: string[]): string => words.join(" ").replace(/[\s,;:(–—|·-]+$/u, "");

/** Beginnings of an option that no other has, in whole words, the longest first. */
export const beginnings = (option: string, others: readonly string[]): string[] =>
  wordsOf(option)
    .map((_, at, words) => clean(words.slice(0, at + 1)))
    .filter((part) => part.length >= LEAST && others.every((other) => !fold(other).startsWith(part)))
    .toReversed();
