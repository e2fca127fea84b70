import { readNumber } from "#core/suite/order.ts";
import type { SurveyField } from "#model/survey.ts";

const LENGTHS =
  /letters|char|digit|zeichen|buchstaben|ziffer|stell|caract|signs|words|lettres|chiffres|cifras|letras/i;
const OF_WORDS = /^\s*words/i;
/** What stands behind a number says that it counts characters. */
const isOfCharacters = (rest: string): boolean => LENGTHS.test(rest) && !OF_WORDS.test(rest);
/** "50", "0.5", "£5,000". */
const BOUND = String.raw`(?:[€$£]\s?)?(\d{1,3}(?:,\d{3})+|\d{1,6}(?:[.,]\d{1,2})?)`;
const RANGE = new RegExp(
  String.raw`(?<![\w.,:/+-])${BOUND}\s*(?:to|and|through|bis|und|à|et|a|y|e|-|–|—)\s*${BOUND}(?![\w:/-])([^.;]{0,20})`,
  "iu",
);
const AT_MOST =
  /(?:at most|up to|max(?:imum|\.)?(?: length)?(?: of| is)?|no more than|not (?:be )?(?:longer|more) than|no longer than|not exceed|limited to|h[öo]chstens|maximal|nicht l[äa]nger als|au plus|m[áa]ximo(?: de)?|massimo)\s*:?\s*(\d{1,4})\s*(?:char|letter|zeichen|buchstaben|caract)/i;
/** "At least 10 characters, maximum 500" has two numbers, of which this is the least. */
const SO_MANY_AT_MOST =
  /(?<!(?:at least|no (?:less|fewer) than|min(?:imum|\.)?(?: of)?|mindestens|au moins|al menos|m[íi]nimo|almeno)\s*:?\s*)(?<!\d)(\d{1,4})\s*(?:characters?|chars?|letters|zeichen|buchstaben|caract[èe]res|caracteres|caratteri)(?: long)?,?\s*(?:\(?max(?:imum|\.)?|at most|or (?:fewer|less)|h[öo]chstens|maximal|maximum|au plus|o menos|ou moins)(?!\p{L}|[.:]?\s*(?:of|is|de|:)?\s*\d)/iu;
const EXAMPLE =
  /(?:for example|for instance|\be\.?\s?g\.?|such as|\bz\.\s?b\.|zum beispiel|par ex(?:emple|\.)|\bex(?:ample)?\s?[.:]|por ejemplo|p\. ?ej\.|ad esempio)[,:]?\s*["“„'(]?([^\s"”“'),;]+(?: [\d/+()][^\s"”'),;]*)*)/iu;
const DAY_FORM = /\b(?:(?:DD|TT|JJ)([./-])MM\1(?:YYYY|JJJJ|AAAA)|MM([./-])DD\2YYYY|YYYY-MM-DD)\b/i;
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const DIGITS =
  /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)[ -]?(?:digits?\b|stellig|ziffern|chiffres|d[íi]gitos|cifre)/i;

/** "… below the last receipt (58,120 km)" speaks of a number as well. */
const OF = String.raw`(?:\s+(?:the|its|your)\s+(?:last|latest|previous|current|present|recorded)\b[^\d.;]{0,30}\()?`;
const NUMBER = String.raw`${OF}(?:\s+(?:be|is|than|or equal to|als|que|di))*\s*:?\s*(?:[€$£]\s?)?(\d[\d.,'’\u00a0\u202f]*)(?![\w:/-])([^.;]{0,20})`;
const LEAST = new RegExp(
  String.raw`(?:at least|no less|not (?:be )?(?:below|less|lower|under)|(?<!\b(?:not|not be|no|nicht) )(?:greater|higher|larger|more|above|mehr)|min(?:imum|\.)?|mindestens|gr[öo](?:ß|ss)er|au moins|al menos|m[íi]nimo|almeno|minimo)${NUMBER}`,
  "iu",
);
const MOST = new RegExp(
  String.raw`(?:at most|no more|not (?:be )?(?:above|more|higher|over)|(?<!not (?:be )?)(?:less|lower|smaller|below)|up to|max(?:imum|\.)?|h[öo]chstens|kleiner|weniger|au plus|como m[áa]ximo|m[áa]ximo|al massimo|massimo)${NUMBER}`,
  "iu",
);

const boundIn = (text: string, pattern: RegExp): number | null => {
  const [, number, rest = ""] = pattern.exec(text) ?? [];
  return number === undefined || LENGTHS.test(rest) ? null : readNumber(number);
};

/** One bound alone; what may be no more than a number is at least zero. */
const halfRangeIn = (text: string): [number, number] | null => {
  const least = boundIn(text, LEAST);
  const most = boundIn(text, MOST);
  if (least === null && most === null) return null;
  const [low, high] = [least ?? 0, most ?? Infinity];
  return low < high ? [low, high] : null;
};

/** With digits in place of numbers that are words. */
export const inDigits = (text: string): string =>
  text.replaceAll(/\b[a-z]{3,5}\b/gi, (word) => {
    const number = NUMBERS.indexOf(word.toLowerCase());
    return number < 0 ? word : String(number);
  });

/** The least and the most that a text says a number may be; infinite where it says no most. */
export const rangeIn = (said: string): [number, number] | null => {
  const text = inDigits(said);
  const [, low, high, rest] = RANGE.exec(text) ?? [];
  if (low === undefined || high === undefined) return halfRangeIn(text);
  if (LENGTHS.test(rest ?? "")) return null;
  const [least, most] = [low, high].map((number) =>
    Number(/,\d{3}/.test(number) ? number.replaceAll(",", "") : number.replace(",", ".")),
  ) as [number, number];
  return least < most ? [least, most] : null;
};

const mostIn = (text: string): string | undefined => (AT_MOST.exec(text) ?? SO_MANY_AT_MOST.exec(text))?.[1];

/** The same, and "2,000" as 2000. */
const inPlainDigits = (text: string): string =>
  inDigits(text).replaceAll(/(?<=(?<!\d)\d{1,3})[,.'’](?=\d{3}(?!\d))/g, "");

const OF_DIGITS = /^\s*(?:digits?|ziffern|stell\w+|chiffres|d[íi]gitos|cifras|cifre)/i;
/** "Two letters, a hyphen and 3 to 6 digits" are more than six characters. */
const OTHER_PARTS =
  /^(?!.*\b(?:no|not|without|ohne|keine?|sans|sin|senza)\b).*(?:letters?|capitals?|prefix|hyphens?|dash(?:es)?|slash(?:es)?|dots?|buchstaben?|bindestrich|punkte?|lettres?|tiret|letras?|guion|lettere|trattino)\b[^.;]*$/is;

/** From how many characters to how many a text says there may be. */
export const lengthsIn = (said: string): [number, number] | null => {
  const text = inPlainDigits(said);
  const found = RANGE.exec(text);
  const [, low, high, rest] = found ?? [];
  return low !== undefined &&
    high !== undefined &&
    isOfCharacters(rest ?? "") &&
    !(OF_DIGITS.test(rest ?? "") && OTHER_PARTS.test(text.slice(0, found?.index)))
    ? [Number(low), Number(high)]
    : null;
};

/** How many characters a text says there may be. */
export const lengthIn = (said: string): number | null => {
  const most = mostIn(inPlainDigits(said));
  return most === undefined ? (lengthsIn(said)?.[1] ?? null) : Number(most);
};

/** What is better is no must. */
const ADVICE =
  /recommend|ideal|optimal|best|prefer|should|aim|about|around|shown|displayed|empfohlen|am besten|conseill|recomend|consigliat/i;

/** How many characters there may be at most, where a text says just that, and not as advice. */
export const mostLengthIn = (said: string): number | null => {
  const most = ADVICE.test(said) ? undefined : mostIn(inPlainDigits(said));
  return most === undefined ? null : Number(most);
};

const AT_LEAST =
  /(?:at least|no (?:less|fewer) than|min(?:imum|\.)?(?: of)?|mindestens|au moins|al menos|m[íi]nimo|almeno|minimo)\s*:?\s*(\d{1,2})\s*(?:char|letter|sign|zeichen|buchstaben|caract|carat)/i;
const OR_MORE =
  /(\d{1,2})\s*(?:characters|letters|signs|zeichen|caract[èe]res|caracteres|caratteri)\s*(?:or more|oder mehr|ou plus|o m[áa]s|o pi[ùu])/i;

/** How many characters a text says there have to be at least. */
export const leastLengthIn = (said: string): number | null => {
  const text = inDigits(said);
  const least = (AT_LEAST.exec(text) ?? OR_MORE.exec(text))?.[1];
  return least === undefined ? null : Number(least);
};

const WORDS = String.raw`\s*(?:words|w[öo]rter|mots|palabras|parole|palavras)(?!\p{L})`;
const FROM_WORDS = new RegExp(
  String.raw`(?<!\d)(\d{1,3})\s*(?:-|–|to|and|bis|und|[àa]|et|y|e)\s*(\d{1,4})${WORDS}`,
  "iu",
);
const AT_LEAST_WORDS = new RegExp(
  String.raw`(?:at least|no (?:less|fewer) than|min(?:imum|\.)?(?: of)?|mindestens|au moins|al menos|m[íi]nimo|almeno|minimo)\s*:?\s*(\d{1,3})${WORDS}`,
  "iu",
);

/** How many words a text says there have to be at least. */
export const leastWordsIn = (said: string): number | null => {
  const text = inPlainDigits(said);
  const [, from, to] = FROM_WORDS.exec(text) ?? [];
  const least = from ?? AT_LEAST_WORDS.exec(text)?.[1];
  // There has to be room for what tells one text from another.
  const isTight = to !== undefined && Number(to) < Number(from) + 3;
  return least === undefined || isTight || Number(least) < 4 ? null : Number(least);
};

/** How many digits a text asks for. */
export const digitsIn = (text: string): number | null => {
  const many = DIGITS.exec(text)?.[1]?.toLowerCase();
  if (many === undefined) return null;
  return NUMBERS.includes(many) ? NUMBERS.indexOf(many) : Number(many);
};

/** What a text gives as an example of a shape: one with digits or signs in it, as prose tells nothing. */
export const exampleIn = (text: string): string | null => {
  // What looks like a variable of a suite would be one.
  if (text.includes("${")) return null;
  const given = EXAMPLE.exec(text)?.[1]?.replace(/[.:]+$/, "");
  if (given !== undefined) return /[\d/@]/.test(given) ? given : null;
  // Alone in the field itself, a number is as often its unit or what counts when it is left empty.
  return /^\S{3,30}$/.test(text) && /[\d/@]/.test(text) && !/^(?:https?:\/*|[\d.,]+)$/.test(text)
    ? text
    : null;
};

/** A day in the way that a text asks for. */
export const dayAsAsked = (text: string, day: string): string | null => {
  const [asked, european, american] = DAY_FORM.exec(text) ?? [];
  const [year = "", month = "", date = ""] = day.split("-");
  if (asked === undefined) return null;
  if (european !== undefined) return [date, month, year].join(european);
  return american === undefined ? day : [month, date, year].join(american);
};

/** All that is said about how the field is to be filled in. */
export const saidOf = ({ hint = "", error = "" }: SurveyField): string => `${hint} ${error}`.trim();

/** "Add a topic": what is typed there becomes one of several, and the field is empty for the next. */
export const takesOneMore = ({ name, type }: Pick<SurveyField, "name" | "type">): boolean =>
  /^(?:text|search|)$/.test(type) &&
  /^(?:add|weitere[rsn]?|ajouter|a[ñn]adir|agregar|aggiungi|adicionar) (?:an? |another |more |une? |otr[oa] )?\p{L}/iu.test(
    name.trim(),
  );
