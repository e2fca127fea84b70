import { SlowPattern, createPattern } from "#core/suite/pattern.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { isInCapitals } from "./field-promises.ts";
import {
  dayAsAsked,
  digitsIn,
  exampleIn,
  leastLengthIn,
  leastWordsIn,
  lengthIn,
  rangeIn,
  saidOf,
} from "./field-hints.ts";
import { digits, likeExample, MOST_DIGITS, variable } from "./like-example.ts";
import type { Made } from "./like-example.ts";
import { DAY_MS, MARK, PHONE, POSTCODE, SAMPLE_DAY, putSamples } from "./samples.ts";

const tagged = (text: string): Made => ({
  value: `${text} \${tag}`,
  fixtures: { tag: { string: 6 } },
});

/** A time that a clock of twelve hours shows otherwise, and one that it does not. */
export const AFTERNOON = "15:30";
export const MORNING = "10:30";

const WORDS = `${MARK} wrote this at some length, so that it is much longer than it has to be`;
const LENGTHS = 3;

/** A text of several times the length that is asked for at least. */
export const longText = (least: number): Made =>
  tagged(
    Array(Math.ceil((least * LENGTHS) / WORDS.length))
      .fill(WORDS)
      .join(" "),
  );

/** A text of just a few more words than are asked for at least. */
export const textOfWords = (least: number): Made => {
  const words = WORDS.split(" ");
  return tagged(Array.from({ length: least + 1 }, (_, at) => words[at % words.length] ?? "").join(" "));
};

/** By what the field asks for, most telling first: `autocomplete`, then words of its name. */
const rules: [pattern: RegExp, make: () => Made][] = [
  [/e-?mail|correo|courriel/i, () => variable("email", "internet.exampleEmail")],
  [
    /city|town|\bort\b|stadt|ville|ciudad|citt[aà]|cidade|plaats|miasto|address-level2/i,
    () => variable("city", "location.city"),
  ],
  [/state|region|province|bundesland|county|address-level1/i, () => ({ value: "Berlin" })],
  // "Picture address (URL)" is no place where somebody lives.
  [/\burl\b|\b(?:web|link|picture|image) address\b/i, () => ({ value: "https://example.com/" })],
  [
    /street|address|adresse|anschrift|direcci[oó]n|indirizzo|stra[sß]+e|endere[çc]o|adres/i,
    () => variable("street", "location.streetAddress"),
  ],
  [
    /post(?:al)?[ -]?code|\bzip\b|plz|code postal|c[oó]digo postal|\bcap\b|postcode/i,
    () => ({ value: POSTCODE }),
  ],
  [/country|land\b|pays|pa[ií]s|paese/i, () => ({ value: "Germany" })],
  [/phone|mobile|\btel\b|telefon|t[ée]l[ée]phone|tel[ée]fono|telefoon/i, () => ({ value: PHONE })],
  [/company|organi[sz]ation|firma|entreprise|empresa|azienda/i, () => variable("company", "company.name")],
  [/given-name|first[ -]?name|vorname|pr[ée]nom/i, () => variable("first_name", "person.firstName")],
  [
    /family-name|last[ -]?name|surname|nachname|nom de famille|apellido|cognome/i,
    () => variable("last_name", "person.lastName"),
  ],
  [
    /user[ -]?name|login|nickname|benutzername|^(?:user|benutzer|utilisateur|usuario|utente|groups?|gruppen?|groupes?|grup{1,2}[oi]s?)\s*\*?:?$/i,
    // Apps may keep capitals and blanks of such a name or not.
    () => ({ ...digits(6), value: "tw${digits_6}" }),
  ],
  [
    /your name|full[ -]name|ihr name|votre nom|author|kunde|customer|autor/i,
    () => variable("person", "person.fullName"),
  ],
  [/^(?:number|no\.?) of\b|^anzahl\b/i, () => ({ value: "3" })],
  [/\biban\b/i, () => variable("iban", { iban: "DE37040044" })],
  [/\bisbn\b/i, () => variable("isbn", { ean: "978" })],
  [/\b(?:ean|gtin|upc)\b/i, () => variable("ean", { ean: "400" })],
  [/\b(?:vat|ust|tax)[ -.]?(?:id|nr|no|number)\b|partita iva/i, () => ({ value: "DE136695976" })],
  [
    /licen[cs]e plate|plate number|number plate|kennzeichen|immatriculation|matr[ií]cula/i,
    // No two vehicles bear the same.
    () => likeExample("B-TW 1234"),
  ],
  [
    /^(?:(?:estimated |spent |worked )?(?:hours|stunden|heures|horas)(?: (?:spent|worked))?|estimated (?:time|effort))\W*$/i,
    () => ({ value: "2.5" }),
  ],
  [/^(?:start |end |from |starting )?time$|uhrzeit|^heure|^hora\b/i, () => ({ value: AFTERNOON })],
  [/url|website|homepage|link|webseite/i, () => ({ value: "https://example.com/" })],
  [
    /\b(?:sku|code|slug|key|ref(?:erence)?|article|number|nr|id|kennung|artikel)\b/i,
    () => ({ value: "00TW${tag}", fixtures: { tag: { string: 6 } } }),
  ],
  [/year|jahr|ann[ée]e/i, () => ({ value: "2024" })],
  [/price|cost|amount|preis|prix|precio|prezzo/i, () => ({ value: String(UNEVEN) })],
  [/quantity|qty|count|stock|age|menge|anzahl|quantit/i, () => ({ value: "3" })],
];

/** Who cuts its hundredfold to a whole number loses a cent: 17.83 * 100 is 1782.9999999999998. */
const UNEVEN = 17.83;

const withinBounds = (field: SurveyField, wanted: number): string => {
  const min = field.min === null ? null : Number(field.min);
  const max = field.max === null ? null : Number(field.max);
  if (min !== null && Number.isFinite(min) && wanted < min) return String(min);
  if (max !== null && Number.isFinite(max) && wanted > max) return String(max);
  return String(wanted);
};

/** A number with the decimals that the field says it takes; null where it says none, or has no room for one. */
const withDecimals = ({ type, step, min, max }: SurveyField): string | null => {
  const apart = step === "any" ? 0.01 : Number(step ?? "");
  if (type !== "number" || !(apart > 0 && apart < 1)) return null;
  const least = min === null || min === "" ? 0 : Number(min);
  const decimals = apart > 0.01 ? (String(apart).split(".")[1]?.length ?? 1) : 2;
  // What a step of a quarter takes and a step of a half does not.
  const wanted =
    apart > 0.01
      ? [12 + apart, 3 + apart, Math.ceil(least) + apart]
      : [UNEVEN, 4.35, Math.ceil(least) + 0.35];
  const fits = (value: number): boolean => {
    const steps = (value - least) / apart;
    const inStep = step === "any" || Math.abs(steps - Math.round(steps)) < 1e-6;
    return value >= least && (max === null || max === "" || value <= Number(max)) && inStep;
  };
  return wanted.find(fits)?.toFixed(decimals) ?? null;
};

const PAST_DAY = "1990-05-17";

/** Days that are over: whatever happens in a life or a house before it is entered. */
const PAST =
  /birth|\bborn\b|\bdob\b|geburt|geboren|naissance|\bn[ée]e?\b|nacimiento|nascita|nascimento|purchased?|bought|founded|hired|issued (?:on|at)|kaufdatum|gekauft|gegr[üu]ndet/i;

/** A day that is over when it is entered, such as a birthday. */
export const isPast = ({ name }: SurveyField): boolean => PAST.test(name);

const FAR_DAYS = 12;

/** Whatever day it is: the bounds leave out what is over, and are other ones tomorrow. */
const fromNowOn = (min: string | null, max: string | null): boolean => {
  const inDays = (day: string): number => (Date.parse(day) - Date.now()) / DAY_MS;
  return min !== null && Math.abs(inDays(min)) <= 1 && (max === null || max === "" || inDays(max) > FAR_DAYS);
};

const dayFor = ({ name, min, max }: SurveyField): Made => {
  if (fromNowOn(min, max)) return variable("day", { date: "soon" });
  if (max !== null || min !== null) return { value: min ?? max ?? "" };
  return PAST.test(name) ? { value: PAST_DAY } : variable("day", { date: "soon" });
};

/** In the afternoon, as far as the field takes that. */
const timeFor = ({ min, max }: SurveyField): Made => {
  const isWithin = (value: string): boolean => (!min || value >= min) && (!max || value <= max);
  return {
    value:
      [AFTERNOON, MORNING, min ?? "", max ?? ""].find((each) => each !== "" && isWithin(each)) ?? AFTERNOON,
  };
};

/** Within what the page says that a number may be, where the field itself says nothing. */
const withinSaid = (field: SurveyField, value: string): string => {
  const [least, most] = rangeIn(saidOf(field)) ?? [-Infinity, Infinity];
  const wanted = Number(value);
  if (field.min !== null && field.max !== null) return value;
  return String(wanted < least ? least : wanted > most ? most : wanted);
};

const typed = (field: SurveyField): Made | null => {
  switch (field.type) {
    case "email":
      return variable("email", "internet.exampleEmail");
    case "tel":
      return { value: PHONE };
    case "url":
      return { value: "https://example.com/" };
    case "number":
      return { value: withinSaid(field, withDecimals(field) ?? withinBounds(field, 3)) };
    case "date":
      return dayFor(field);
    case "time":
      return timeFor(field);
    case "datetime-local":
      return { value: `2030-06-14T${AFTERNOON}` };
    case "month":
      return { value: "2030-06" };
    case "week":
      return { value: "2030-W24" };
    case "textarea":
      return tagged(`${MARK} wrote this`);
    case "search":
    case "text":
    case "":
      return tagged(MARK);
    default:
      return null;
  }
};

const LONGEST_PATTERN = 300;
/** A page's own pattern must not hold up all that is under way, however busy the machine is. */
const PATTERN_MS = 500;
const MOST_SLOW = 100;
/** Patterns that took longer once: they are not tried again. */
const slow = new Set<string>();

/** Whether the text fits; null where that cannot be told. */
const fitsPattern = (pattern: string, text: string): boolean | null => {
  if (slow.has(pattern)) return null;
  try {
    return createPattern(`^(?:${pattern})$`, "v", PATTERN_MS).fits(text);
  } catch (error) {
    if (error instanceof SlowPattern && slow.size < MOST_SLOW) slow.add(pattern);
    return null;
  }
};

const allows = (field: SurveyField, value: string): boolean => {
  const plain = value.includes("${tag}")
    ? value.replaceAll(/\$\{\w+\}/g, "abc123")
    : putSamples(value, "abc123");
  if (field.max_length !== null && field.max_length > 0 && plain.length > field.max_length) return false;
  if (field.pattern === null || field.pattern === "" || field.pattern.length > LONGEST_PATTERN) return true;
  return fitsPattern(field.pattern, plain) ?? true;
};

/** What is like no other, where the field says of what shape it is. */
const CODES: Made[] = ["AB-", "AB", "ABC-", "ABC", "A-", "A"].flatMap((before) =>
  [6, 5, 4, 3].map((many) => {
    const { value, ...rest } = digits(many);
    return { value: before + value, ...rest };
  }),
);

const SIMPLE = ["Tracewright", "tracewright", "Ada", "abc", "ABC", "12345", "123", "1", "AB-123", "A1"];

/** As its keys can type it. */
const byKeys = ({ keys, type }: SurveyField, ruled: Made | null): Made | null => {
  if (keys === undefined || (type !== "text" && type !== "")) return ruled;
  if (ruled === null) return { value: "3" };
  if (ruled.value.startsWith("00TW")) return digits(6);
  return keys === "numeric" && /^\d+\.\d+$/.test(ruled.value)
    ? { value: ruled.value.replace(/\..*/, "") }
    : ruled;
};

const PERSONAL: Made = { value: "${person}", fixtures: { person: "person.fullName" } };

/** In a form that asks for an address as well, a name is a person's. */
export const isPerson = (field: SurveyField, form: SurveyForm): boolean =>
  field.autocomplete === "name" ||
  (/^name\s*\*?:?$/i.test(field.name) &&
    form.fields.some(({ type, name }) => type === "email" || type === "tel" || /e-?mail/i.test(name)));

const within = ([least, most]: [number, number], wanted: number): string =>
  String(Math.min(Math.max(wanted, Math.ceil(least)), Math.floor(most)));

/** Asks for a text that one makes up, of which the page says more than its type does. */
const bySaid = (field: SurveyField, ruled: Made | null): Made | null => {
  const said = saidOf(field);
  if (said === "") return null;
  const day = dayAsAsked(said, PAST.test(field.name) ? PAST_DAY : SAMPLE_DAY);
  if (day !== null && ruled === null) return { value: day };
  const example = exampleIn(said);
  if (ruled?.value.includes("://"))
    return example === null || /^\w+:/.test(example) ? null : { value: example };
  const range = rangeIn(said);
  if (range && /^\d+$/.test(ruled?.value ?? "")) return { value: within(range, Number(ruled?.value)) };
  if (ruled !== null && !ruled.value.startsWith("00TW")) return null;
  if (example !== null && !example.includes("@"))
    return likeExample(example, (text) => Boolean(field.pattern) && allows(field, text));
  if (range) return { value: within(range, 3) };
  const many = digitsIn(said);
  if (many !== null && many <= MOST_DIGITS && !/letter|character|buchstab|zeichen/i.test(said))
    return digits(many);
  return null;
};

/** So many letters, in capitals where the page asks for such. */
const lettersOf = (field: SurveyField, many: number): Made =>
  isInCapitals(saidOf(field))
    ? variable(`capitals_${many}`, { capitals: many })
    : variable(`letters_${many}`, { letters: many });

const NUMBERED = /(?:number|num|no\.?|nr\.?|nummer|#)[\s*:]*$/i;

const isTagged = ({ value }: Made): boolean => value.endsWith(" ${tag}");

/** A text for a field; null for what cannot be made up. */
export const textFor = (field: SurveyField, form: SurveyForm): Made | null => {
  const byType = typed(field);
  if (byType === null) return null;
  const asks = `${field.autocomplete ?? ""} ${field.name}`;
  if (isPerson(field, form)) return PERSONAL;
  const generic = field.type === "text" || field.type === "" || field.type === "search";
  const rule = generic
    ? rules.find(([pattern]) => pattern.test(field.autocomplete ?? "") || pattern.test(field.name))
    : undefined;
  const money = field.type === "number" && /price|cost|amount|preis|prix|precio|prezzo/i.test(asks);
  const ruled = rule ? rule[1]() : null;
  const said = generic ? bySaid(field, ruled) : null;
  const made =
    said ??
    byKeys(field, ruled) ??
    (money ? { value: withDecimals(field) ?? withinBounds(field, 12) } : byType);
  const most = lengthIn(saidOf(field));
  const fits = ({ value }: Made): boolean =>
    allows(field, value) && (most === null || putSamples(value, "abc123").length <= most);
  const least = ruled === null && said === null ? leastLengthIn(saidOf(field)) : null;
  const isShort = least !== null && isTagged(made) && putSamples(made.value, "abc123").length < least;
  if (least !== null && isShort && fits(longText(least))) return longText(least);
  const words = ruled === null && said === null ? leastWordsIn(saidOf(field)) : null;
  if (words !== null && isTagged(made) && fits(textOfWords(words))) return textOfWords(words);
  if (fits(made)) return made;
  const room = Math.min(most ?? Infinity, (field.max_length ?? 0) > 0 ? Number(field.max_length) : Infinity);
  const simple = [
    ...(generic && room > 1 && room <= 8 && NUMBERED.test(field.name) ? [digits(room)] : []),
    // A short key is often to be like no other.
    ...(generic && room > 1 && room <= 8 ? [lettersOf(field, room)] : []),
    ...(generic ? [{ value: "TW${tag}", fixtures: { tag: { string: 6 } } } as Made] : []),
    ...(generic && field.pattern ? CODES : []),
    ...SIMPLE.map((value) => ({ value })),
  ];
  return simple.find(fits) ?? null;
};
