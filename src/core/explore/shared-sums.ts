import { valuePattern } from "#core/suite/order.ts";
import { escapeRegex } from "#model/escape-regex.ts";

/** What stands beside sums, at the end of the words before an amount. */
const SUM =
  /(?<![\p{L}])(grand total|sub-?total|total|net|gross|tax|vat|discount|shipping|delivery|zwischensumme|gesamt(?:summe|betrag)?|summe|mwst\.?|ust\.?|rabatt|versand|netto|brutto|sous-total|tva|remise|iva|descuento|sconto|btw|korting):? ?$/iu;

/** The amounts of money in a text, by the words beside them; only of words that it says once so. */
const sumsIn = (text: string): Map<string, string> => {
  const found: [string, string][] = [];
  let last = 0;
  for (const match of text.matchAll(new RegExp(valuePattern("money"), "gu"))) {
    const words = SUM.exec(text.slice(last, match.index))?.[1];
    if (words !== undefined) found.push([words, match[0]]);
    last = match.index + match[0].length;
  }
  const isOnce = (words: string): boolean => found.filter(([each]) => each === words).length === 1;
  return new Map(found.filter(([words]) => isOnce(words)));
};

/** Finds the number beside such words, as its first group. */
export const besideWords = (words: string): string => `${escapeRegex(words)}:? (\\S*\\d\\S*)`;

const isRead = (text: string, words: string): boolean =>
  [...text.matchAll(new RegExp(besideWords(words), "gu"))].length === 1;

/** Words beside amounts of money, each of which the text says once. */
export const sumWords = (text: string): string[] =>
  [...sumsIn(text).keys()].filter((words) => isRead(text, words));

/**
 * Words beside amounts that a form shows before it is sent, and that the page of what it makes shows as well. None where
 * nothing is the same on both: one of them may say it otherwise, or more goes into it there.
 */
export const sharedSums = (form: string, page: string): string[] => {
  const [before, after] = [sumsIn(form), sumsIn(page)];
  const shared = [...before.keys()].filter(
    (words) => after.has(words) && isRead(form, words) && isRead(page, words),
  );
  const isSame = shared.some((words) => before.get(words) === after.get(words));
  const isAll = [...after.keys()].every((words) => before.has(words));
  return isSame && isAll ? shared : [];
};
