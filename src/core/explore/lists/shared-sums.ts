import { valuePattern } from "#core/suite/order.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SharedWords } from "#model/survey.ts";

/** What stands beside sums, at the end of the words before an amount. */
const SUM =
  /(?<![\p{L}])(grand total|sub-?total|total|net|gross|tax|vat|discount|shipping|delivery|zwischensumme|gesamt(?:summe|betrag)?|summe|mwst\.?|ust\.?|rabatt|versand|netto|brutto|sous-total|tva|remise|iva|descuento|sconto|btw|korting)(:?) ?$/iu;

type Sum = { written: string; amount: string };

/** The amounts of money in a text, by the words beside them without a colon; only of words that it says once so. */
const sumsIn = (text: string): Map<string, Sum> => {
  const found: [string, Sum][] = [];
  let last = 0;
  for (const match of text.matchAll(new RegExp(valuePattern("money"), "gu"))) {
    const [, words, colon = ""] = SUM.exec(text.slice(last, match.index)) ?? [];
    if (words !== undefined) found.push([words, { written: words + colon, amount: match[0] }]);
    last = match.index + match[0].length;
  }
  const isOnce = (words: string): boolean => found.filter(([each]) => each === words).length === 1;
  return new Map(found.filter(([words]) => isOnce(words)));
};

/** Finds the number beside such words, as they are written, as its first group; what costs nothing may be "free". */
export const besideWords = (words: string): string =>
  `${escapeRegex(words)} (\\S*\\d\\S*|(?:[Ff]ree|FREE|[Kk]ostenlos|[Gg]ratis|[Gg]ratuite?)(?!\\S))`;

const isRead = (text: string, words: string): boolean =>
  [...text.matchAll(new RegExp(besideWords(words), "gu"))].length === 1;

/** Words beside amounts of money, as they are written, each of which the text says once. */
export const sumWords = (text: string): string[] =>
  [...sumsIn(text).values()].flatMap(({ written }) => (isRead(text, written) ? [written] : []));

/**
 * Words beside amounts that a form shows before it is sent, and that the page of what it makes shows as well, as either
 * writes them. None where nothing is the same on both: one of them may say it otherwise, or more goes into it there.
 */
export const sharedSums = (form: string, page: string): SharedWords[] => {
  const [before, after] = [sumsIn(form), sumsIn(page)];
  const both = [...before].flatMap(([words, first]) => {
    const later = after.get(words);
    return later ? [{ first, later }] : [];
  });
  const shared = both.filter(
    ({ first, later }) => isRead(form, first.written) && isRead(page, later.written),
  );
  const isSame = shared.some(({ first, later }) => first.amount === later.amount);
  return isSame && both.length === after.size
    ? shared.map(({ first, later }) => ({ form: first.written, page: later.written }))
    : [];
};
