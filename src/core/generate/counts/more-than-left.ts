import { placesLeft, stockLeft } from "#core/explore/lists/places-left.ts";
import type { PlacesLeft } from "#core/explore/lists/places-left.ts";
import { offeredBy } from "#core/explore/forms/form-data.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";

const PLACES =
  "seats?|places?|spots?|spaces?|tickets?|(?:sitz)?pl[äa]tze?|karten|billets?|plazas?|asientos?|entradas?|posti|biglietti";
const PEOPLE =
  "guests?|people|persons?|participants?|attendees?|party size|group size|g[äa]ste|personen|teilnehmer|personnes|invit[ée]s|personas|hu[ée]spedes|persone|ospiti|partecipanti";
const PIECES =
  "quantity|qty|copies|pieces|items|units|pcs|menge|anzahl|st[üu]ckzahl|st[üu]ck|exemplare|quantit[ée]|quantit[àa]|pi[èe]ces|exemplaires|cantidad|unidades|ejemplares|pezzi|copie";

const called = (words: string): RegExp =>
  new RegExp(
    String.raw`^(?:(?:number|no\.?|how many|anzahl|nombre|n[úu]mero|numero)(?: of| der| de| d['’]| di)? ?)?(?:${words})(?: (?:to book|needed|wanted|required))?\s*(?:\([^)]*\))?[\s*:?]*$`,
    "iu",
  );
const OF_PLACES = called(`${PLACES}|${PEOPLE}|${PIECES}`);
const OF_PIECES = called(`${PLACES}|${PIECES}`);

const word = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "giu");
/** What says that there are some, without saying of what. */
const PLAIN = word(
  `left|available|remaining|in stock|en stock|auf lager|lagerbestand|vorr[äa]tig|frei|still|only|just|now|${PIECES}`,
);
/** What follows where the number is of the page's own thing: "3 available" and no "3 available colours". */
const NO_MORE = String.raw`\s*(?:$|[.,;:!?()·|–-]|\p{Lu}|in stock|in store|for you|online)`;

/** What puts more than are left elsewhere, or sends them later. */
const LATER =
  /wait(?:ing)?[- ]?list|warteliste|liste d['’]attente|lista de espera|lista d['’]attesa|back-?order|pre-?order|nachbestell|vorbestell/i;

/** More are as good as any number. */
const MOST_LEFT = 100;

/** Whether the field asks how many one wants of what is left. */
const isOfThose = ({ name }: SurveyField, { before, behind, number }: PlacesLeft, text: string): boolean => {
  const words = `${before} ${behind}`;
  if (word(PLACES).test(words)) return OF_PLACES.test(name.trim());
  const isPlain = words.replaceAll(PLAIN, "").replaceAll(/[\s:–-]/g, "") === "";
  const itself =
    behind === ""
      ? /:\s*$/.test(before)
      : new RegExp(`${number}${escapeRegex(behind)}${NO_MORE}`, "u").test(text);
  return isPlain && itself && OF_PIECES.test(name.trim());
};

/** The smallest number that a field takes which is greater, as it is put in; null where there is none. */
const greaterThan = ({ type, options, value }: SurveyField, least: number): string | null => {
  if (type === "number" || (type === "text" && /^\d+$/.test(value))) return String(least + 1);
  const offered = type === "select" ? offeredBy(options) : [];
  if (offered.length === 0 || !offered.every((text) => /^\s*\d{1,3}(?![\d.,:/h-])/.test(text))) return null;
  const greater = offered.filter((text) => Number.parseInt(text, 10) > least);
  return greater.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))[0] ?? null;
};

export type TooMany = { left: PlacesLeft; field: SurveyField; value: string };

/** One more than the page says are left, for the only field of the form that asks how many; null where nothing is left. */
export const tooMany = (text: string, form: SurveyForm): TooMany | null => {
  const left = LATER.test(text) ? null : (placesLeft(text) ?? stockLeft(text));
  if (!left || left.number === 0 || left.number > MOST_LEFT) return null;
  const [field, ...others] = form.fields.filter(
    (each) => each.target !== null && !each.disabled && !each.read_only && isOfThose(each, left, text),
  );
  const value = field && others.length === 0 ? greaterThan(field, left.number) : null;
  return field && value !== null ? { left, field, value } : null;
};

/** Fits the numbers from one to another of at most three digits. */
const upTo = (most: number): string => {
  if (most < 10) return `[1-${most}]`;
  const tens = Math.floor(most / 10);
  const whole = tens > 1 ? String.raw`|(?:${upTo(tens - 1)})\d` : "";
  return `[1-9]${whole}|${tens}[0-${most % 10}]`;
};

const saying = ({ before, behind }: PlacesLeft, number: string): string => {
  // Of one there is "1 seat left".
  const either = escapeRegex(behind).replace(/^( \p{L}+?)s? (?=\p{L})/u, "$1s? ");
  const [first, last] = [escapeRegex(before), either].map((text) => (text === "" ? "" : `(?i:${text})`));
  return `${first}${number}${last}`;
};

/** Fits a page that says that some are left, and no more of them than it said. */
export const someLeft = ({ left }: TooMany): string =>
  saying(left, String.raw`(?<![\d.,:/-])(?:${upTo(left.number)})(?![\d.,:/])`);

/** Fits a page that says that fewer than none are left. */
export const fewerThanNone = ({ left }: TooMany): string =>
  saying(left, String.raw`(?<![\dA-Za-zÀ-ÿ])[-−]\d+`);
