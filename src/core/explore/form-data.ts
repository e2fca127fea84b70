import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { AMOUNT, amountFixtures, isAmountField } from "./amount-items.ts";
import { ticksIn } from "./box-groups.ts";
import { isPast, textFor } from "./field-values.ts";
import { FIRST_PASSWORD, firstPasswords } from "./first-password.ts";
import { isStretch, onOneDay, withEnds } from "./paired-fields.ts";
import { FREE_DAYS, SAMPLE_DAY, putNames } from "./samples.ts";

/** What to put into a field: a text (which may hold variables), an option, or a tick. */
export type Entry =
  | { kind: "fill"; field: SurveyField; value: string; fixtures: Record<string, FixtureDocument> }
  | { kind: "select"; field: SurveyField; option: string }
  /** `option`: of buttons of which one is chosen, which. */
  | { kind: "check"; field: SurveyField; option?: string };

/** Asks to choose, or says that nothing is chosen: "No manager". */
export const PLACEHOLDER =
  /^(?:-+|–|—|…|\.\.\.|)$|^no \p{L}+$|^(?:unassigned|nobody|not set)$|select|choose|please|w[äa]hlen|choisir|elegir|scegli|^all\b|^any\b|^none$/iu;

const CONSENT =
  /terms|agree|accept|consent|conditions|privacy|\b(?:have|has) read\b|\bagb\b|gelesen|hausordnung|datenschutz|zustimm|einverstanden|j'accepte|acepto|accetto/i;

const TYPED = /^(?:text|tel|number|)$/;
const CARD =
  /^cc-|\bcard ?(?:number|no\b|holder)|(?:credit|debit) card|name on (?:the )?card|^ ?card\W*$|kartennummer|carte (?:bancaire|bleue)|\b(?:cvc|cvv|cvn)\b/i;

const MARKED = ["text", "search", "textarea", ""];

/** True for a field that a person types words into. */
export const isWordy = (field: Pick<SurveyField, "type">): boolean => MARKED.includes(field.type);

/**
 * Realistic data for all of a form that has to be filled in, and for what else is plain. Null when it asks for
 * something that cannot be made up: a file, a password, a card.
 */
export const dataFor = (form: SurveyForm): Entry[] | null => {
  const entries: Entry[] = [];
  for (const field of form.fields) {
    if (field.disabled || field.read_only || field.type === "hidden") continue;
    const secret =
      field.type === "password" ||
      (TYPED.test(field.type) && CARD.test(`${field.autocomplete ?? ""} ${field.name}`));
    if (secret) return null;
    const entry = entryFor(field, form);
    if (entry) entries.push(entry);
    else if (field.required && !isFilled(field) && !field.taken) return null;
  }
  return withEnds(entries);
};

/** As `dataFor`, with a first password where the form makes somebody else who logs in with it. */
export const dataForItem = (form: SurveyForm): Entry[] | null => {
  const secrets = firstPasswords(form);
  if (secrets.length === 0) return dataFor(form);
  const entries = dataFor({ ...form, fields: form.fields.filter(({ type }) => type !== "password") });
  const given = secrets.map((field): Entry => ({ kind: "fill", field, value: FIRST_PASSWORD, fixtures: {} }));
  return entries && [...entries, ...given];
};

/** A name goes on with these: what is typed is to be shown as it is, and markup is text. */
export const HARD_TAIL = ` Zoë & O'Neil <samp>two</samp>`;

/** The last day of a February that has one more. */
const HARD_DAY = "2024-02-29";
const HARD_END = "2024-03-04";

/**
 * Data for an item of a list: as `dataFor`, with a day of its own where the form offers one, so that a change of it shows;
 * the field `named` is given the tail as well.
 */
export const itemData = (
  form: SurveyForm,
  named: SurveyField,
  tail: string,
  varied = false,
): Entry[] | null => {
  const entries = plainItem(form, named, tail);
  if (!entries || !varied) return entries;
  const chosen = [...entries.map(withOthers), ...otherChoices(form, entries)];
  return [...selectsInOrder(form, chosen), ...ticksIn(form, entries)];
};

const withOthers = (entry: Entry): Entry =>
  entry.kind === "select" && isTakenWithOthers(entry.field)
    ? { ...entry, option: entry.field.taken?.value ?? entry.option }
    : entry;

/** What one select offers may depend on what is chosen in another, above it. */
const selectsInOrder = ({ fields }: SurveyForm, entries: Entry[]): Entry[] => {
  const selects = entries
    .filter(({ kind }) => kind === "select")
    .toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
  return entries.map((entry) => (entry.kind === "select" ? (selects.shift() ?? entry) : entry));
};

/** What a select is to say about a person or a state is none of ours. */
const LEAVE =
  /role|permission|right|owner|assign|status|state|visib|access|currency|language|country|time ?zone/i;

/** The options that say something, but for those that ask to choose. */
export const offeredBy = (options: string[]): string[] =>
  options.filter((text) => !PLACEHOLDER.test(text.trim()));

/** What a select offers; nothing where that is none of ours to choose. */
export const choicesOf = ({ type, target, disabled, name, options }: SurveyField): string[] =>
  type !== "select" || target === null || disabled || LEAVE.test(name)
    ? []
    : options.filter((text) => text.trim() !== "" && !PLACEHOLDER.test(text.trim()));

const PLACE = /order|position|sort|rank|priorit|level|page|reihenfolge/i;

/** What is added to a price or taken off it. */
const EXTRA =
  /\b(?:discount|rebate|shipping|surcharge|tip|deposit|rabatt|versand|remise|descuento|sconto)\b/i;

/** A number by its type, or by what it is about. */
const isAmount = ({ type, name }: SurveyField): boolean =>
  type === "number" || (type === "text" && EXTRA.test(name));

/** Another number where the form begins with none of what it asks for, such as a discount. */
const otherNumber = (field: SurveyField): Entry[] => {
  const { value, name, max, read_only: fixed } = field;
  const isNone = /^0(?:[.,]00?)?$/.test(value) && !fixed && !PLACE.test(name);
  return isNone && (max === null || Number(max) >= 10)
    ? [{ kind: "fill", field, value: "10", fixtures: {} }]
    : [];
};

/**
 * A day far ahead where the form begins with a near one and takes none before that, the only one that it has; what has
 * times is had once a day.
 */
const otherDay = (field: SurveyField, { fields }: SurveyForm): Entry[] => {
  const { min, max, value, read_only: fixed } = field;
  const isBounded = min !== null && min !== "" && min <= SAMPLE_DAY && (!max || max >= SAMPLE_DAY);
  const isOfTimes = fields.some(
    ({ type, options }) => type === "time" || options.filter((text) => TIME.test(text)).length > 1,
  );
  const isOnly = fields.filter(({ type }) => type === "date").length === 1;
  return isBounded && isOnly && value !== "" && !fixed && !field.taken && !isPast(field) && !isOfTimes
    ? [{ kind: "fill", field, value: SAMPLE_DAY, fixtures: {} }]
    : [];
};

/** Another option than the one that is chosen from the start, and another number or day. */
const otherChoices = (form: SurveyForm, entries: Entry[]): Entry[] =>
  form.fields.flatMap((field): Entry[] => {
    const { type, target, disabled, options, value, name } = field;
    const known = entries.some((entry) => entry.field === field);
    if (type === "date" && target !== null && !disabled && !known) return otherDay(field, form);
    if (isAmount(field) && target !== null && !disabled && !known) return otherNumber(field);
    if (type !== "select" || target === null || disabled || known || field.taken || field.unsent) return [];
    if (LEAVE.test(name)) return [];
    const option = options.find((text) => text !== value && !PLACEHOLDER.test(text.trim()));
    return option === undefined ? [] : [{ kind: "select", field, option }];
  });

const plainItem = (form: SurveyForm, named: SurveyField, tail: string): Entry[] | null => {
  const made = dataForItem(form);
  const entries =
    made === null
      ? null
      : onOneDay(made).map((entry) => (isField(entry, named) ? told(entry) : inSmallLetters(entry)));
  if (!entries || tail === "") return entries;
  const fits = (most: number | null): boolean => most === null || most <= 0 || most >= 60;
  if (!fits(named.max_length) || named.pattern) return null;
  const days = form.fields.filter(
    ({ name, type, target, min, max, read_only: fixed, disabled, value, taken }) =>
      !taken &&
      type === "date" &&
      target !== null &&
      !min &&
      !max &&
      !fixed &&
      !disabled &&
      value !== "" &&
      !entries.some((entry) => entry.field.name === name),
  );
  return [
    ...entries.map((entry) =>
      entry.kind === "fill" && entry.field.name === named.name
        ? { ...entry, value: `${entry.value}${tail}` }
        : entry,
    ),
    ...days.map((field, at): Entry => {
      const begin = days[at - 1];
      const isEnd = begin !== undefined && isStretch(begin, field);
      return { kind: "fill", field, value: isEnd ? HARD_END : HARD_DAY, fixtures: {} };
    }),
  ];
};

/** An address that an app may keep in small letters, and shows as it was typed then as well. */
const inSmallLetters = (entry: Entry): Entry =>
  entry.kind === "fill" && entry.value === "${email}"
    ? {
        ...entry,
        value: "tw${digits_6}@example.com",
        fixtures: { digits_6: { int: [100_000, 999_999] } },
      }
    : entry;

const isField = ({ field }: Entry, { name, type }: SurveyField): boolean =>
  field.name === name && field.type === type;

/** With something that tells it from all that is there already. */
export const told = (entry: Entry): Entry => {
  if (entry.kind === "fill" && isAmountField(entry.field))
    return { ...entry, value: AMOUNT, fixtures: amountFixtures };
  if (entry.kind !== "fill" || entry.field.pattern || putNames(entry.value).includes("${")) return entry;
  const { max_length: most } = entry.field;
  if (most !== null && most > 0 && most < 30) return entry;
  // The same each time, so that a list that is in order has it at one place.
  return { ...entry, value: `${putNames(entry.value)} \${tag}`, fixtures: { tag: { string: 6 } } };
};

/** What an entry is put into: the field, or the button that is chosen. */
export const targetOf = (entry: Entry): Target | null =>
  entry.kind === "check" && entry.option !== undefined
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
export const takenFor = (entry: Entry): string =>
  entry.kind === "fill" ? entry.value : entry.kind === "select" ? entry.option : (entry.option ?? "true");

/** One of several buttons, of which none is chosen from the start: the last but one, as of stars. */
const chosenOf = (field: SurveyField, { fields }: SurveyForm): Entry | null => {
  const options = field.options.filter((text) => text !== "");
  // Those that a script draws are fields of their own.
  if (options.length === 0 && !field.required) return null;
  const isOwn = (text: string): boolean =>
    options.filter((other) => other === text).length === 1 &&
    !fields.some((other) => other !== field && other.type === "radio" && other.options.includes(text));
  const option = options.at(-2);
  return { kind: "check", field, ...(option !== undefined && isOwn(option) && { option }) };
};

const TIME = /^\d{1,2}[:.h]\d{2}\b/;

/** What is had at one time of one day is had once: another day each time, far from those that people look at. */
const slotDay = (field: SurveyField, { fields }: SurveyForm) =>
  field.type === "date" &&
  field.min === null &&
  field.max === null &&
  fields.some(
    ({ type, options }) =>
      (type === "select" || type === "radio") && options.filter((text) => TIME.test(text)).length > 1,
  )
    ? { value: "${free_day}", fixtures: { free_day: { date: FREE_DAYS } } }
    : null;

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

const entryFor = (field: SurveyField, form: SurveyForm): Entry | null => {
  if (field.target === null || field.unsent) return null;
  if (field.taken && !isTakenWithOthers(field)) return takenBy(field, field.taken);
  if (field.type === "select") {
    if (isFilled(field) && !PLACEHOLDER.test(field.value)) return null;
    const options = offeredBy(field.options);
    // The best and the worst may be what is shown whatever was chosen.
    const between = scaleOf(options)?.lastIndexOf(options.length - 1) ?? 0;
    const option = options[between];
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
