import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { AMOUNT, amountFixtures, isAmountField } from "#core/explore/forms/amount-items.ts";
import { ticksIn } from "#core/explore/forms/box-groups.ts";
import { isPast } from "#core/explore/forms/field-values.ts";
import { PLACEHOLDER, TIME, dataForItem, isTakenWithOthers } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { isStretch, onOneDay } from "#core/explore/forms/paired-fields.ts";
import { SAMPLE_DAY, putNames } from "#core/explore/forms/samples.ts";

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

/** A select of items of another list, one of which is made for it. */
export const isReferred = (entry: Entry): boolean => entry.kind === "select" && entry.of !== undefined;

/** What an item is known by, with variables; null where nothing is typed or made for that. */
export const nameIn = (entries: readonly Entry[], named: SurveyField): string | null => {
  const entry = entries.find(({ field }) => field.name === named.name);
  if (entry?.kind === "fill") return entry.value;
  const chosen = entry?.kind === "select" ? entry.of : undefined;
  return chosen && entry?.field.refers ? nameIn(chosen, entry.field.refers.item.nameField) : null;
};

/** Of a select of items of another list, one that is made for the purpose. */
const referred = (field: SurveyField): Entry[] => {
  const { item, before, after } = field.refers ?? {};
  const of = item && itemData(item.form, item.nameField, "", item.varied);
  const name = of && nameIn(of, item.nameField);
  return name ? [{ kind: "select", field, option: `${before}${name}${after}`, of }] : [];
};

const withReferred = (form: SurveyForm, entries: Entry[]): Entry[] => {
  const own = form.fields.filter(({ taken }) => !taken).flatMap(referred);
  const placeOf = ({ field }: Entry): number => form.fields.indexOf(field);
  return own.length === 0
    ? entries
    : [...entries.filter(({ field }) => own.every((entry) => entry.field !== field)), ...own].toSorted(
        (a, b) => placeOf(a) - placeOf(b),
      );
};

const plainItem = (form: SurveyForm, named: SurveyField, tail: string): Entry[] | null => {
  const data = dataForItem(form);
  const made = data && withReferred(form, data);
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
