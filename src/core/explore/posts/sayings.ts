import { escapeRegex } from "#model/escape-regex.ts";
import { fold } from "#core/explore/lists/lists.ts";

const LEAST = 3;
/** Up to two words in front of a value, as in "assigned to" or "Status:". */
const WORDS = String.raw`(?<![\p{L}\d])((?:\p{L}+ )?\p{L}{2,}:? )`;

/** Where a text says a value, each time with the words before it. */
const sayings = (text: string, value: string): { words: string; whole: string }[] =>
  [...text.matchAll(new RegExp(`${WORDS}(${escapeRegex(fold(value))})(?![\\p{L}\\d])`, "giu"))].map(
    ([whole, words = ""]) => ({ words: words.toLowerCase(), whole }),
  );

/**
 * What a page says of a value since that is another one, with the words in front of it: "assigned to Ana", where it said
 * "assigned to nobody" before. Null where it does not say so, or says it more than once.
 */
export const sayingOf = (before: string, first: string, later: string, value: string): string | null => {
  if (fold(first).length < LEAST || fold(value).length < LEAST) return null;
  const [old, now] = [sayings(before, first), sayings(later, value)];
  const once = (list: typeof old, words: string): boolean =>
    list.filter((each) => each.words === words).length === 1;
  const known = sayings(before, value).map(({ words }) => words);
  const left = sayings(later, first).map(({ words }) => words);
  const found = now.find(
    ({ words }) => once(old, words) && once(now, words) && !known.includes(words) && !left.includes(words),
  );
  return found?.whole ?? null;
};
