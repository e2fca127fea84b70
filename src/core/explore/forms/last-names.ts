import { isSorted } from "#core/suite/order.ts";

const LEAST = 4;
const MOST_WORDS = 4;

/** Finds the last word of a name. */
export const LAST_WORD = String.raw`(\S+)$`;

const words = (name: string): string[] => name.trim().split(/\s+/);

/** They may be names of people, which have an order of their own: "Ann Lee" comes before "Bob Moore". */
export const mayBePeople = (names: readonly string[]): boolean =>
  names.length >= LEAST &&
  names.every((name) => words(name).length > 1 && words(name).length <= MOST_WORDS && !/\d/.test(name));

/** In the order of their last words, and not in that of the first. */
export const isByLastName = (names: readonly string[]): boolean => {
  const last = names.map((name) => words(name).at(-1) ?? "");
  return (
    mayBePeople(names) &&
    new Set(last).size >= LEAST - 1 &&
    !isSorted(names, "text", "either") &&
    isSorted(last, "text", "either")
  );
};

/**
 * Names of people, as far as they are any, come in the order of their last words: so few that they may be in that of the first as
 * well by chance. `start`: what the column showed at first.
 */
export const mayBeByLastName = (start: readonly string[], names: readonly string[]): boolean => {
  const isName = (name: string): boolean => /\p{L}/u.test(name);
  const wordsOf = (some: readonly string[]): string[][] => some.filter(isName).map(words);
  const known = wordsOf(start).map((name) => name.at(-1) ?? "");
  const now = wordsOf(names);
  // Of "Pieter van Dam" some take the last word, and others all but the first.
  const orders = [now.map((name) => name.at(-1) ?? ""), now.map((name) => name.slice(1).join(" "))];
  return (
    mayBePeople(start.filter(isName)) &&
    // "Bake soon" and "Call soon" are nobody.
    new Set(known).size * 2 > known.length &&
    orders.some((order) => isSorted(order, "text", "either"))
  );
};
