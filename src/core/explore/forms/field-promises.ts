import type { Fixture } from "#model/suite.ts";
import type { SurveyField } from "#model/survey.ts";
import { exampleIn, leastLengthIn, lengthIn, lengthsIn } from "./field-hints.ts";

type Hinted = Pick<SurveyField, "hint" | "max_length">;

/** A text, which may hold variables, and what they stand for. */
export type Promised = { value: string; fixtures: Record<string, Fixture> };

const LONGEST_LEAST = 300;
/** Says of the text more than how long it is. */
const OF_A_KIND =
  /letter|digit|number|contain|includ|special|symbol|space|unique|start|begin|format|lower|upper|capital|sentence|valid|only|\bwords?\b|\bw[öo]rter|\bmots?\b|palabra|parol[ae]|ziffer|buchstab|chiffre|lettre|cifra|letra/i;

/** How long a text has to be at least, by a hint that asks for nothing else; null where none says so. */
export const promisedLength = ({ hint = "" }: Hinted): number | null => {
  const least = leastLengthIn(hint) ?? lengthsIn(hint)?.[0] ?? null;
  return least === null || least > LONGEST_LEAST || OF_A_KIND.test(hint) ? null : least;
};

/** From how many characters to how many it may have, by a hint that asks for nothing else; null where none says so. */
export const promisedLengths = ({ hint = "" }: Hinted): [number, number] | null =>
  OF_A_KIND.test(hint) ? null : lengthsIn(hint);

const CAPITAL = /capital|upper[- ]?case|gro(?:ß|ss)buchstab|majuscul|may[úu]scul|maiuscol/i;
const SMALL = /lower[- ]?case|small letter|kleinbuchstab|minuscul|min[úu]scul/i;

/** Its letters are to be capital ones. */
export const isInCapitals = (said: string): boolean => CAPITAL.test(said) && !SMALL.test(said);

const JOINED = String.raw`(?:\s*(?:,|/|&)\s*|\s+)(?:(?:and|or|und|oder|et|ou|y|o|e)(?:/or)?\s+)?`;
const LETTERS = "(?:letters?|buchstaben|lettres|letras|lettere)";
const DIGITS = "(?:digits?|numbers?|numerals|ziffern|zahlen|chiffres|d[ií]gitos|n[úu]meros|cifre|numeri)";
const BOTH = new RegExp(
  String.raw`(?<!\p{L})(?:${LETTERS}${JOINED}${DIGITS}|${DIGITS}${JOINED}${LETTERS})(?!\p{L})`,
  "iu",
);
const HYPHENS = /hyphens?|dashes|bindestrich|tirets?|guion(?:es)?|trattin[io]/i;
const FIRST_A_LETTER = /(?:start(?:s|ing)?|begin(?:s|ning)?) with (?:an? |one )?(?:\w+ )?letter/i;
/** Says more than of which signs it is. */
const OF_A_SHAPE =
  /\b(?:no|not|without|except|neither|nor|least|followed|then|exactly|prefix|start|begin|end|format|like|same|each|both|special|symbols?|underscores?|ohne|kein|nicht|mindestens|sans|sin|senza)\b/i;

/** The signs that a hint says a text may be made of: letters as well as digits; null where it does not, or says more. */
export const promisedSigns = (hint: string): { hyphens: boolean; capitals: boolean } | null => {
  if (!BOTH.test(hint) || OF_A_SHAPE.test(hint.replace(FIRST_A_LETTER, "")) || exampleIn(hint)) return null;
  return { hyphens: HYPHENS.test(hint), capitals: isInCapitals(hint) };
};

const LEAST_ROOM = 4;
const DIGITS_MOST = 6;

/** A text of letters and of digits, with hyphens where those are spoken of; null where there is no room for one. */
export const ofBoth = (field: Hinted, hint: string): Promised | null => {
  const signs = promisedSigns(hint);
  const bound = (field.max_length ?? 0) > 0 ? Number(field.max_length) : Infinity;
  const room = Math.min(lengthIn(hint) ?? Infinity, bound);
  if (!signs || room < LEAST_ROOM + (signs.hyphens ? 1 : 0)) return null;
  const hyphen = signs.hyphens ? "-" : "";
  // What is short and in capitals is to be like no other all the same.
  if (signs.capitals && room < 2 + hyphen.length + DIGITS_MOST) {
    const letters = room - hyphen.length - 2;
    return {
      value: `\${capitals_${letters}}${hyphen}\${digits_2}`,
      fixtures: { [`capitals_${letters}`]: { capitals: letters }, digits_2: { int: [10, 99] } },
    };
  }
  const digits = Math.min(DIGITS_MOST, room - hyphen.length - 2);
  return {
    value: `${signs.capitals ? "TW" : "tw"}${hyphen}\${digits_${digits}}`,
    fixtures: { [`digits_${digits}`]: { int: [10 ** (digits - 1), 10 ** digits - 1] } },
  };
};
