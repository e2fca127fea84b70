import { dice } from "#model/letter-pairs.ts";

const idle = new Set([
  "the",
  "a",
  "an",
  "to",
  "of",
  "my",
  "your",
  "our",
  "its",
  "please",
  "on",
  "in",
  "for",
  "and",
]);

const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/\be-?mail\b/g, "email")
    .replaceAll(/\b(?:log|sign)[ -]?(in|out)\b/g, "log$1")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const wordsOf = (folded: string): string[] => {
  const all = folded.split(" ").filter(Boolean);
  const telling = all.filter((word) => !idle.has(word));
  return telling.length > 0 ? telling : all;
};

const numbersIn = (text: string): string => (text.match(/\d+/g) ?? []).join(" ");

/**
 * How well the name of an element, as the app writes it, fits what a text calls it, 0..1. A number that the text names
 * must be the element's; one that only the element has (`Cart (2)`) tells nothing.
 */
export const fits = (asked: string, written: string): number => {
  if (asked.trim() === written.trim()) return 1;
  const [a, b] = [fold(asked), fold(written)];
  if (a === "" || b === "") return 0;
  if (a === b) return 0.99;
  const wanted = numbersIn(a);
  const numbers = numbersIn(b).split(" ");
  if (wanted !== "" && !wanted.split(" ").every((number) => numbers.includes(number))) return 0;
  const [wordsA, wordsB] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  if (wanted === "") for (const word of wordsB) if (/^\d+$/.test(word)) wordsB.delete(word);
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  if (shared === wordsA.size && shared === wordsB.size) return 0.97;
  const isInside = shared === wordsA.size && shared > 0;
  const contained = isInside ? 0.63 + (0.33 * shared) / wordsB.size : 0;
  const joined = a.replaceAll(" ", "") === b.replaceAll(" ", "") ? 0.95 : 0;
  // Each word must be meant by one of the other's: bowls are no plates, however long the words are that they share.
  const isSpelt = [...wordsA].every((word) =>
    [...wordsB].some((other) => word === other || dice(word, other) >= 0.6),
  );
  const spelt = isSpelt ? dice([...wordsA].join(" "), [...wordsB].join(" ")) * 0.95 : 0;
  return Math.max(contained, joined, spelt);
};

/** True when a text holds the words of another, case and punctuation aside. */
export const holds = (whole: string, part: string): boolean => {
  const wanted = fold(part);
  return wanted !== "" && ` ${fold(whole)} `.includes(` ${wanted} `);
};
