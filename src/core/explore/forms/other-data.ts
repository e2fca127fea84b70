import { escapeRegex } from "#model/escape-regex.ts";
import type { Fixture } from "#model/suite.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Entry } from "./form-data.ts";
import { isWordy, offeredBy, takenFor } from "./form-data.ts";
import {
  digitsIn,
  exampleIn,
  leastLengthIn,
  leastWordsIn,
  lengthIn,
  rangeIn,
  saidOf,
} from "./field-hints.ts";
import { fileKinds } from "./file-kinds.ts";
import { isInCapitals, ofBoth } from "./field-promises.ts";
import { AFTERNOON, longText, MORNING, textOfWords } from "./field-values.ts";
import { likeExample, MOST_DIGITS } from "./like-example.ts";
import { isStretch } from "./paired-fields.ts";
import type { Made } from "./like-example.ts";
import type { Refusal } from "./refusal.ts";
import { TAKEN } from "./refusal.ts";
import { FREE_DAYS, FREE_NIGHTS, MARK } from "./samples.ts";
import { keepTaken } from "./taken.ts";

const AHEAD = /future|zukunft|futur|not .*after|latest/i;
const BEHIND = /past|later|today or|from today|vergangen|sp[äa]ter|pass[ée]|pasad|passat|earliest/i;
const NAMES = /name|letter|buchstab|nom\b|lettre|nombre|letra|nome|lettere/i;
/** Asks for a name that can stand in an address. */
const SLUG =
  /\burl|\bslug|\bspaces?\b|white ?space|hyphen|\bdash|lower ?case|alpha-?numeric|letters?(?:,| and| or) (?:numbers?|digits?)|leerzeichen|bindestrich|espace|tiret|espacio|guion/i;
const FAR = /ahead|in advance|too far|within|im voraus/i;

type Given = { value: string; fixtures: Record<string, Fixture> };

const given = (value: string, fixtures: Record<string, Fixture> = {}): Given => ({ value, fixtures });
const made = ({ value, fixtures = {} }: Made): Given => given(value, fixtures as Record<string, Fixture>);

const LETTERS = given(`${MARK} \${letters}`, { letters: { letters: 6 } });
const IN_ADDRESS = given(`${MARK.toLowerCase()}-\${digits_6}`, { digits_6: { int: [100_000, 999_999] } });
const COMING = given("${coming_day}", { coming_day: { date: "future" } });

/** A day that nothing else is about, another one each time. */
const onFreeDay = (): Given => given("${free_day}", { free_day: { date: FREE_DAYS } });

/** The last day of what begins on such a day. */
const onFreeEnd = (): Given =>
  given("${free_day_end}", {
    free_day: { date: FREE_DAYS },
    free_day_end: { date: { after: "free_day", days: FREE_NIGHTS } },
  });

/** Puts a form on days that nothing else is about: one day, or the first and the last of a stretch; gives back how it was, or null where it has no such days. */
export const putOnFreeDays = ({ fields }: SurveyForm): (() => void) | null => {
  const days = fields.filter(
    ({ type, target, disabled, read_only: fixed, max }) =>
      type === "date" && target !== null && !disabled && !fixed && (!max || max >= FREE_DAYS[1]),
  );
  const putBack = keepTaken(days);
  days.forEach((field, at) => {
    const begin = days[at - 1];
    field.taken = begin && isStretch(begin, field) ? onFreeEnd() : onFreeDay();
  });
  return days.length === 0 ? null : putBack;
};

const otherDays = (said: string): Given[] => {
  const past = given("2020-05-18");
  const free = onFreeDay();
  if (AHEAD.test(said)) return [past];
  if (FAR.test(said)) return [COMING, past];
  return BEHIND.test(said) || TAKEN.test(said) ? [free, COMING] : [past, COMING];
};

const OF_LETTERS = /\d letters|\d buchstaben|\d lettres|\d letras|\d lettere/iu;

const otherTexts = (field: SurveyField, said: string, now: string, known: readonly string[]): Given[] => {
  const range = rangeIn(said);
  const isLettered = isWordy(field) && now.includes("${tag}") && !TAKEN.test(said);
  const many = digitsIn(said);
  const both = isWordy(field) ? (ofBoth(field, field.hint ?? "") ?? ofBoth(field, said)) : null;
  const least = leastLengthIn(said);
  const leastWords = leastWordsIn(said);
  const most = lengthIn(said);
  const example = exampleIn(said) ?? exampleIn(saidOf(field));
  return [
    ...(/\bisbn\b/i.test(field.name) ? [given("${hyphened_isbn}", { hyphened_isbn: "commerce.isbn" })] : []),
    ...(range ? [given(String(Math.min(Math.ceil(range[0]) + 1, Math.floor(range[1]))))] : []),
    ...(many !== null && many <= MOST_DIGITS && many > 0
      ? [given(`\${digits_${many}}`, { [`digits_${many}`]: { int: [10 ** (many - 1), 10 ** many - 1] } })]
      : []),
    // Another one each time, where digits are not among what is asked for.
    ...(most !== null && most >= 6 && isWordy(field) && OF_LETTERS.test(said)
      ? [given("${letters_6}", { letters_6: { letters: 6 } })]
      : []),
    ...(most !== null && most >= 6 ? [given("TW${bit}", { bit: { string: 4 } })] : []),
    ...(most !== null && most < 6
      ? [
          ...(isInCapitals(said)
            ? [given(`\${capitals_${most}}`, { [`capitals_${most}`]: { capitals: most } })]
            : []),
          given(`\${letters_${most}}`, { [`letters_${most}`]: { letters: most } }),
        ]
      : []),
    ...(both ? [given(both.value, both.fixtures)] : []),
    ...(both && isWordy(field) ? [given("${letters_6}", { letters_6: { letters: 6 } })] : []),
    ...(isLettered && least !== null && least > MARK.length ? [made(longText(least))] : []),
    ...(isLettered && leastWords !== null ? [made(textOfWords(leastWords))] : []),
    ...(isWordy(field) && SLUG.test(said) ? [IN_ADDRESS] : []),
    ...(isLettered && NAMES.test(`${field.name} ${said}`) ? [LETTERS] : []),
    ...(field.required ? [] : [given("")]),
    ...(example === null ? [] : [made(likeExample(example)), given(example)]),
    ...known
      .filter((value) => !value.includes("${"))
      .flatMap((value) => [...(/\d{3,}\D*$/.test(value) ? [made(likeExample(value))] : []), given(value)]),
    ...(isLettered ? [LETTERS] : []),
    ...["Ada", "12345", "1"].map((value) => given(value)),
  ];
};

const KINDS: Record<string, RegExp> = {
  number: /^(?:\d+|\$\{digits_\d+\})$/,
  email: /@|\$\{email\}/,
  tel: /^[+\d]/,
  url: /^\w+:/,
};

/** What else a field could be given, most likely first. */
const others = (
  form: SurveyForm,
  field: SurveyField,
  words: string,
  now: string,
  known: readonly string[],
): Given[] => {
  const said = `${words} ${field.hint ?? ""}`;
  if (field.type === "checkbox") return [given("true")];
  if (field.type === "select" || field.type === "radio") {
    const options = offeredBy(field.options).filter((text) => text.trim() !== "");
    return options.toReversed().map((text) => given(text));
  }
  if (field.type === "file")
    return [...fileKinds(field, form), ...(field.required ? [] : [""])].map((kind) => given(kind));
  if (field.type === "date") return [...otherDays(said), ...(field.required ? [] : [given("")])];
  const earlier = now.endsWith(AFTERNOON) ? [given(now.replace(AFTERNOON, MORNING))] : [];
  if (!/^(?:text|textarea|search|tel|url|number|email|)$/.test(field.type))
    return [...earlier, ...(field.required ? [] : [given("")])];
  const fits = KINDS[field.type];
  return [...earlier, ...otherTexts(field, said, now, known)].filter(
    ({ value }) => fits === undefined || value === "" || fits.test(value),
  );
};

/** Values that items of the kind have, by name of a field: what forms that are filled in already show. */
export const valuesOnPages = (pages: readonly SitePage[], form: SurveyForm): Map<string, string[]> => {
  const names = new Set(form.fields.map(({ name }) => name));
  const forms = pages.flatMap(({ survey, reveals }) => [
    ...survey.forms,
    ...reveals.flatMap((each) => each.forms),
  ]);
  const alike = forms.filter(
    ({ fields }) => fields.filter(({ name }) => names.has(name)).length * 2 >= names.size,
  );
  const values = alike.flatMap(({ fields }) => fields.filter(({ value }) => value !== ""));
  return new Map(
    [...names].map((name) => [
      name,
      [...new Set(values.filter((field) => field.name === name).map(({ value }) => value))].slice(0, 2),
    ]),
  );
};

/** What was given to each field, so that nothing is given twice. */
export type Tried = Map<string, Set<string>>;

const renew = (
  form: SurveyForm,
  field: SurveyField,
  words: string,
  now: string,
  known: readonly string[],
  tried: Tried,
): boolean => {
  const used = tried.get(field.name) ?? new Set([now]);
  tried.set(field.name, used);
  const next = others(form, field, words, now, known).find(({ value }) => !used.has(value));
  if (!next) return false;
  used.add(next.value);
  field.taken = next;
  return true;
};

const isFree = ({ disabled, read_only: fixed, target, type }: SurveyField): boolean =>
  !disabled && !fixed && target !== null && type !== "hidden" && type !== "password";

/**
 * Gives other data to the fields that were refused; where nothing says which those are, other choices if something was
 * taken already, else nothing to what need not be filled in. False where there is nothing else to give.
 */
export const giveOther = (
  form: SurveyForm,
  entries: readonly Entry[],
  { words, fields: refused }: Refusal,
  known: Map<string, string[]>,
  tried: Tried,
  spare: SurveyField | null = null,
): boolean => {
  const free = form.fields.filter(isFree);
  const now = (field: SurveyField): string => {
    const entry = entries.find((each) => each.field === field);
    return entry ? takenFor(entry) : "";
  };
  const anew = (some: SurveyField[]): boolean =>
    some
      .map((field) => {
        const said = refused.get(field.name) || words;
        return renew(form, field, said, now(field), known.get(field.name) ?? [], tried);
      })
      .some(Boolean);
  const marked = free.filter(({ name }) => (refused.size > 0 ? refused.has(name) : isNamed(words, name)));
  const beside = marked.filter((field) => field !== spare);
  if (marked.length > 0) return anew(beside.length > 0 ? beside : marked);
  if (TAKEN.test(words)) {
    const choices = free.filter(({ type }) => /^(?:select|radio|date)$/.test(type));
    if (choices.length > 0 && anew(choices)) return true;
  }
  const optional = free.filter(
    (field) =>
      field !== spare && !field.required && now(field) !== "" && !/^(?:select|radio)$/.test(field.type),
  );
  if (optional.length > 0) {
    for (const field of optional) field.taken = given("");
    return true;
  }
  return anew(free.filter((field) => field !== spare && now(field) !== ""));
};

/** What is said speaks of the field. */
const isNamed = (words: string, name: string): boolean =>
  /\p{L}{3}/u.test(name) &&
  new RegExp(`(?<!\\p{L})${escapeRegex(name.replace(/[\s*:]+$/, ""))}(?!\\p{L})`, "iu").test(words);

/** As if nothing had been tried. */
export const forget = ({ fields }: SurveyForm): void => {
  for (const field of fields) delete field.taken;
};
