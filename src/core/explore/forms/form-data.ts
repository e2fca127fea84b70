import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isPast, textFor } from "./field-values.ts";
import { fileKinds } from "./file-kinds.ts";
import type { FileKind } from "./file-kinds.ts";
import { FIRST_PASSWORD, firstPasswords } from "#core/explore/login/first-password.ts";
import { withEnds } from "./paired-fields.ts";
import type { Made } from "./like-example.ts";
import { DAY_MS, FREE_DAYS, MARK } from "./samples.ts";

/** What to put into a field: a text (which may hold variables), an option, or a tick. */
export type Entry =
  | { kind: "fill"; field: SurveyField; value: string; fixtures: Record<string, FixtureDocument> }
  /** `of`: what makes the item that is chosen, by the name that it is given; then `option` may hold variables. */
  | { kind: "select"; field: SurveyField; option: string; of?: Entry[] }
  /** `option`: of buttons of which one is chosen, which; `free`: the first that can be chosen then. */
  | { kind: "check"; field: SurveyField; option?: string; free?: true }
  /** A small file of such a kind. */
  | { kind: "upload"; field: SurveyField; file: FileKind };

/** Asks to choose, or says that nothing is chosen: "No manager". */
export const PLACEHOLDER =
  /^(?:-+|–|—|…|\.\.\.|)$|^no \p{L}+$|^(?:unassigned|nobody|not set)$|select|choose|please|w[äa]hlen|choisir|elegir|scegli|^all\b|^any\b|^none$/iu;

const CONSENT =
  /terms|agree|accept|consent|conditions|privacy|\b(?:have|has) read\b|\bagb\b|gelesen|hausordnung|datenschutz|zustimm|einverstanden|j'accepte|acepto|accetto/i;

const TYPED = /^(?:text|tel|number|)$/;
const CARD =
  /^cc-|\bcard ?(?:number|no\b|holder)|(?:credit|debit) card|name on (?:the )?card|^ ?card\W*$|kartennummer|carte (?:bancaire|bleue)|\b(?:cvc|cvv|cvn)\b/i;

/** "Daily limit of your debit card" is none of what stands on it. */
const isAboutCard = ({ name, autocomplete }: SurveyField): boolean =>
  /\b(?:limit|allowance|budget|alert)\b/i.test(name) &&
  !/\bn(?:umber|o)\b|\bcvc\b|holder/i.test(name) &&
  !autocomplete?.startsWith("cc-");

const MARKED = ["text", "search", "textarea", ""];

/** True for a field that a person types words into. */
export const isWordy = (field: Pick<SurveyField, "type">): boolean => MARKED.includes(field.type);

/**
 * Realistic data for all of a form that has to be filled in, and for what else is plain. Null when it asks for
 * something that cannot be made up: a password, a card, and a file unless it is `withFiles`.
 */
export const dataFor = (form: SurveyForm, withFiles = false): Entry[] | null => {
  const entries: Entry[] = [];
  for (const field of form.fields) {
    if (field.disabled || field.read_only || field.type === "hidden") continue;
    const secret =
      field.type === "password" ||
      (TYPED.test(field.type) &&
        CARD.test(`${field.autocomplete ?? ""} ${field.name}`) &&
        !isAboutCard(field));
    if (secret) return null;
    const entry = field.type === "file" ? fileFor(field, form, withFiles) : entryFor(field, form);
    if (entry) entries.push(entry);
    else if (field.required && !isFilled(field) && (!field.taken || field.type === "file")) return null;
  }
  return withEnds(entries);
};

/** As `dataFor`, with a file wherever one may be given, and a first password where the form makes somebody else who logs in with it. */
export const dataForItem = (form: SurveyForm): Entry[] | null => {
  const secrets = firstPasswords(form);
  if (secrets.length === 0) return dataFor(form, true);
  const entries = dataFor({ ...form, fields: form.fields.filter(({ type }) => type !== "password") }, true);
  const given = secrets.map((field): Entry => ({ kind: "fill", field, value: FIRST_PASSWORD, fixtures: {} }));
  return entries && [...entries, ...given];
};

/** "<< me >>": who saves that may find a name in its place. */
export const SELF = /^\W*(?:me|myself|current user|ich|moi|yo|io)\W*$/iu;

/**
 * The options that say something, but for those that ask to choose; what was made while exploring is not there later, nor elsewhere, and
 * whoever is logged in is shown by name.
 */
export const offeredBy = (options: string[]): string[] => {
  const offered = options.filter((text) => !PLACEHOLDER.test(text.trim()));
  const others = offered.filter((text) => !text.includes(MARK) && !SELF.test(text));
  return others.length > 0 ? others : offered;
};

const NAUGHT = /^0(?:[.,]0+)?\s?(?:%|$)/;
const SHARE = /%|\b(?:rate|tax|vat|gst|discount|percent\w*|mwst|ust|steuer\w*|rabatt|tva|remise|iva)\b/i;

/** Of a share, such as a tax, none comes to nothing whatever is done with it: the choices without that, where there are others. */
export const withoutNone = <T>(name: string, choices: readonly T[], said: (choice: T) => string): T[] => {
  const some = SHARE.test(name) ? choices.filter((choice) => !NAUGHT.test(said(choice).trim())) : [];
  return some.length > 0 ? some : [...choices];
};

const FREE: Target = { css: "form input[type=radio]:enabled", nth: 0 };

/** What an entry is put into: the field, or the button that is chosen. */
export const targetOf = (entry: Entry): Target | null =>
  entry.kind === "check" && entry.free === true
    ? FREE
    : entry.kind === "check" && entry.option !== undefined
      ? { label: entry.option, exact: true }
      : entry.field.target;

const isFilled = (field: SurveyField): boolean => field.value !== "";

/** What the app was seen to take; null for nothing. */
const takenBy = (
  field: SurveyField,
  { value, fixtures }: NonNullable<SurveyField["taken"]>,
): Entry | null => {
  if (value === "") return null;
  if (field.type === "select") return { kind: "select", field, option: value };
  if (field.type === "radio" || field.type === "checkbox")
    return { kind: "check", field, ...(value !== "true" && { option: value }) };
  return { kind: "fill", field, value, fixtures };
};

/** What was taken is offered only once something else is chosen, with which alone it goes. */
export const isTakenWithOthers = ({ type, options, taken }: SurveyField): boolean =>
  type === "select" &&
  Boolean(taken?.value) &&
  offeredBy(options).length > 0 &&
  !options.includes(taken?.value ?? "");

/** What stands for an entry in `taken` of its field. */
export const takenFor = (entry: Entry): string => {
  if (entry.kind === "fill") return entry.value;
  if (entry.kind === "upload") return entry.file;
  return entry.kind === "select" ? entry.option : (entry.option ?? "true");
};

const fileFor = (field: SurveyField, form: SurveyForm, isGiven: boolean): Entry | null => {
  const { taken, target } = field;
  const kinds = isGiven && target !== null ? fileKinds(field, form) : [];
  const file = taken ? kinds.find((kind) => kind === taken.value) : kinds[0];
  return file === undefined ? null : { kind: "upload", field, file };
};

/** One of several buttons, of which none is chosen from the start: the last but one, as of stars. */
const chosenOf = (field: SurveyField, { fields }: SurveyForm): Entry | null => {
  const options = field.options.filter((text) => text !== "");
  // What is had then is no longer free the next time.
  if (isFreeHour(field, fields)) return { kind: "check", field, free: true };
  // Those that a script draws are fields of their own.
  if (options.length === 0 && !field.required) return null;
  const isOwn = (text: string): boolean =>
    options.filter((other) => other === text).length === 1 &&
    !fields.some((other) => other !== field && other.type === "radio" && other.options.includes(text));
  const option = options.at(-2);
  return { kind: "check", field, ...(option !== undefined && isOwn(option) && { option }) };
};

/** A choice of a time of day. */
export const TIME = /^\d{1,2}[:.h]\d{2}\b/;

/** What offers the times of a day once one is chosen. */
const SLOT =
  /^(?:(?:start(?:ing)?|appointment|preferred|free|available) )?(?:times?|slots?|hours?|time slots?|uhrzeit|zeit|termin|heure|horaire|hora|ora|orario)\s*\*?:?$/iu;

/** A choice of times of a day, be it one that offers them later. */
const isSlots = ({ type, name, options, taken }: SurveyField): boolean =>
  (type === "select" || type === "radio") &&
  (options.filter((text) => TIME.test(text)).length > 1 ||
    TIME.test(taken?.value ?? "") ||
    (type === "select" && SLOT.test(name.trim()) && offeredBy(options).length === 0));

const HOUR = /^\d{1,2}[:.h]\d{2}\b(?!\s*[-–])/;

/** Buttons for the hours of the day that is chosen beside them, of which none has another group beside it. */
const isFreeHour = (field: SurveyField, fields: readonly SurveyField[]): boolean =>
  field.type === "radio" &&
  isSlots(field) &&
  field.options.every((option) => HOUR.test(option)) &&
  fields.some(({ type }) => type === "date") &&
  fields.filter(({ type }) => type === "radio").length === 1;

/** About as far ahead as a day to come may be. */
const COMING_MS = 364 * DAY_MS;

/**
 * What is had at one time of one day is had once: another day each time, far from those that people look at, or within a
 * year where it may not be later.
 */
const slotDay = (field: SurveyField, { fields }: SurveyForm): Required<Made> | null => {
  const { type, min, max } = field;
  const [first, last] = FREE_DAYS;
  if (type !== "date" || isPast(field) || !fields.some(isSlots) || (min ?? "") > first) return null;
  if (max === null || max === "" || max >= last)
    return { value: "${free_day}", fixtures: { free_day: { date: FREE_DAYS } } };
  return Date.parse(max) - Date.now() >= COMING_MS
    ? { value: "${coming_day}", fixtures: { coming_day: { date: "future" } } }
    : null;
};

const LEAST_STEPS = 3;

/** The numbers of choices from one to so many, in either order, such as stars; null of others. */
export const scaleOf = (options: string[]): number[] | null => {
  const numbers = options.map((text) => Number(/\d+/.exec(text)?.[0] ?? Number.NaN));
  const most = Math.max(...numbers);
  return most === options.length &&
    new Set(numbers).size === most &&
    most >= LEAST_STEPS &&
    Math.min(...numbers) === 1
    ? numbers
    : null;
};

const ROLE = /\b(?:roles?|rolle|r[ôo]le|rol|ruolo|permissions?|access level)\b/i;
/** Whoever is made for a test is given as few rights as there are. */
const FEW_RIGHTS =
  /^(?!.*\b(?:admin|manag|owner))(?:viewer|read|guest|member|user|customer|gast|leser|mitglied|lecteur|invit[ée]|membre|lector|invitado|miembro|lettore|ospite|membro)/i;

const entryFor = (field: SurveyField, form: SurveyForm): Entry | null => {
  if (field.target === null || field.unsent) return null;
  const isFree = isFreeHour(field, form.fields);
  if (field.taken && !isTakenWithOthers(field) && !isFree) return takenBy(field, field.taken);
  if (field.type === "select") {
    if (isFilled(field) && !PLACEHOLDER.test(field.value)) return null;
    const options = withoutNone(field.name, offeredBy(field.options), (text) => text);
    // The best and the worst may be what is shown whatever was chosen.
    const between = scaleOf(options)?.lastIndexOf(options.length - 1) ?? 0;
    const option = ROLE.test(field.name)
      ? (options.find((text) => FEW_RIGHTS.test(text)) ?? options[0])
      : options[between];
    return option === undefined ? null : { kind: "select", field, option };
  }
  if (field.type === "checkbox") {
    return field.required || CONSENT.test(field.name) ? { kind: "check", field } : null;
  }
  if (field.type === "radio") return isFilled(field) ? null : chosenOf(field, form);
  const slot = slotDay(field, form);
  if (slot) return { kind: "fill", field, ...slot };
  // What the form fills in itself, such as a quantity of 1, is good as it is.
  if (isFilled(field)) return null;
  const made = textFor(field, form);
  return made ? { kind: "fill", field, value: made.value, fixtures: made.fixtures ?? {} } : null;
};
