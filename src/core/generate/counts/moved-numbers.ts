import { fold } from "#core/explore/lists/lists.ts";
import { eitherNumber } from "./counts.ts";

/** A number, what it is out of, and up to two words behind it. */
const PHRASE =
  /(?<![\p{L}\p{N}.,:/–-])(\d{1,4})( (?:of|von|sur|de|di|\/) \d{1,4})? (\p{L}+)( \p{L}+)?(?![\p{L}\p{N}])/gu;
/** Such numbers move by themselves, or by others. */
const OF_OTHERS =
  /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sec|min|hrs?|h|ago|views?|viewing|watching|visits?|visitors?|online|active|unread|new|notifications?|messages?|sekunden?|minuten?|stunden?|tagen?|wochen?)$/i;
/** Of fewer there may be none the next time, or one, which is called otherwise. */
const LEAST = 4;

type Phrase = { number: number; pattern: string };

const phrasesIn = (text: string): Phrase[] =>
  [...fold(text).matchAll(PHRASE)].flatMap(([, number = "", of = "", word = "", second = ""]) => {
    if ([word, second.trim()].some((each) => OF_OTHERS.test(each)) || Number(number) < LEAST) return [];
    // Of one there is "1 seat free", and what stands behind the next word may be another sentence.
    const isLower = /^ \p{Ll}/u.test(second);
    const words = [eitherNumber(word), ...(isLower ? [second.trim()] : [])].join(" ");
    return [{ number: Number(number), pattern: String.raw`\b\d+${of} ${words}` }];
  });

const countOf = (text: string, pattern: string): number =>
  [...fold(text).matchAll(new RegExp(pattern, "gu"))].length;

/**
 * Patterns of the phrases, such as "9 seats free", whose number one deed has moved by one between two texts of a page; each
 * is said just once in both of them, and in the third, which is that of the same page at once after the deed.
 */
export const movedNumbers = (before: string, after: string, atOnce: string): string[] => {
  const then = phrasesIn(after);
  const moved = phrasesIn(before).filter(({ number, pattern }) =>
    then.some((each) => each.pattern === pattern && Math.abs(each.number - number) === 1),
  );
  return [...new Set(moved.map(({ pattern }) => pattern))].filter((pattern) =>
    [before, after, atOnce].every((text) => countOf(text, pattern) === 1),
  );
};
