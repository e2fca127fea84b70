import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";

/** What to put into a field: a text (which may hold variables), an option, or a tick. */
export type Entry =
  | { kind: "fill"; field: SurveyField; value: string; fixtures: Record<string, FixtureDocument> }
  | { kind: "select"; field: SurveyField; option: string }
  | { kind: "check"; field: SurveyField };

type Made = { value: string; fixtures?: Record<string, FixtureDocument> };

/** A mark in everything that generated cases leave in an app, so that people know where it came from. */
export const MARK = "Tracewright";

const variable = (name: string, fixture: FixtureDocument): Made => ({
  value: `\${${name}}`,
  fixtures: { [name]: fixture },
});

const tagged = (text: string): Made => ({ value: `${text} \${tag}`, fixtures: { tag: { string: 6 } } });

/** By what the field asks for, most telling first: `autocomplete`, then words of its name. */
const rules: [pattern: RegExp, make: () => Made][] = [
  [/e-?mail|correo|courriel/i, () => variable("email", "internet.exampleEmail")],
  [
    /city|town|\bort\b|stadt|ville|ciudad|citt[aà]|cidade|plaats|miasto|address-level2/i,
    () => variable("city", "location.city"),
  ],
  [/state|region|province|bundesland|county|address-level1/i, () => ({ value: "Berlin" })],
  [
    /street|address|adresse|anschrift|direcci[oó]n|indirizzo|stra[sß]+e|endere[çc]o|adres/i,
    () => variable("street", "location.streetAddress"),
  ],
  [
    /post(?:al)?[ -]?code|\bzip\b|plz|code postal|c[oó]digo postal|\bcap\b|postcode/i,
    () => ({ value: "01067" }),
  ],
  [/country|land\b|pays|pa[ií]s|paese/i, () => ({ value: "Germany" })],
  [/phone|mobile|\btel\b|telefon|t[ée]l[ée]phone|tel[ée]fono|telefoon/i, () => ({ value: "+49 30 5550123" })],
  [/company|organi[sz]ation|firma|entreprise|empresa|azienda/i, () => variable("company", "company.name")],
  [/given-name|first[ -]?name|vorname|pr[ée]nom/i, () => variable("first_name", "person.firstName")],
  [
    /family-name|last[ -]?name|surname|nachname|nom de famille|apellido|cognome/i,
    () => variable("last_name", "person.lastName"),
  ],
  [
    /user[ -]?name|login|nickname|benutzername/i,
    () => ({ value: "tw${tag}", fixtures: { tag: { string: 6 } } }),
  ],
  [
    /your name|full[ -]name|ihr name|votre nom|author|kunde|customer|autor/i,
    () => variable("person", "person.fullName"),
  ],
  [/url|website|homepage|link|webseite/i, () => ({ value: "https://example.com/" })],
  [
    /\b(?:sku|code|slug|key|ref(?:erence)?|article|number|nr|id|iban|kennung|artikel)\b/i,
    () => ({ value: "00TW${tag}", fixtures: { tag: { string: 6 } } }),
  ],
  [/year|jahr|ann[ée]e/i, () => ({ value: "2024" })],
  [/price|cost|amount|preis|prix|precio|prezzo/i, () => ({ value: "12.50" })],
  [/quantity|qty|count|stock|age|menge|anzahl|quantit/i, () => ({ value: "3" })],
];

const withinBounds = (field: SurveyField, wanted: number): string => {
  const min = field.min === null ? null : Number(field.min);
  const max = field.max === null ? null : Number(field.max);
  if (min !== null && Number.isFinite(min) && wanted < min) return String(min);
  if (max !== null && Number.isFinite(max) && wanted > max) return String(max);
  return String(wanted);
};

const typed = (field: SurveyField): Made | null => {
  switch (field.type) {
    case "email":
      return variable("email", "internet.exampleEmail");
    case "tel":
      return { value: "+49 30 5550123" };
    case "url":
      return { value: "https://example.com/" };
    case "number":
      return { value: withinBounds(field, 3) };
    case "date":
      return field.max === null && field.min === null
        ? variable("day", { date: "soon" })
        : { value: field.min ?? field.max ?? "" };
    case "time":
      return { value: "10:30" };
    case "datetime-local":
      return { value: "2030-06-15T10:30" };
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

const allows = (field: SurveyField, value: string): boolean => {
  const plain = value.replaceAll(/\$\{\w+\}/g, "abc123");
  if (field.max_length !== null && field.max_length > 0 && plain.length > field.max_length) return false;
  if (field.pattern === null || field.pattern === "") return true;
  try {
    return new RegExp(`^(?:${field.pattern})$`, "v").test(plain);
  } catch {
    return true;
  }
};

const SIMPLE = ["Tracewright", "tracewright", "Ada", "abc", "ABC", "12345", "123", "1", "AB-123", "A1"];

const PERSONAL: Made = { value: "${person}", fixtures: { person: "person.fullName" } };

/** In a form that asks for an address as well, a name is a person's. */
const isPerson = (field: SurveyField, form: SurveyForm): boolean =>
  field.autocomplete === "name" ||
  (/^name\s*\*?:?$/i.test(field.name) &&
    form.fields.some(({ type, name }) => type === "email" || type === "tel" || /e-?mail/i.test(name)));

const textFor = (field: SurveyField, form: SurveyForm): Made | null => {
  const byType = typed(field);
  if (byType === null) return null;
  const asks = `${field.autocomplete ?? ""} ${field.name}`;
  if (isPerson(field, form)) return PERSONAL;
  const generic = field.type === "text" || field.type === "" || field.type === "search";
  const rule = generic
    ? rules.find(([pattern]) => pattern.test(field.autocomplete ?? "") || pattern.test(field.name))
    : undefined;
  const money = field.type === "number" && /price|cost|amount|preis|prix|precio|prezzo/i.test(asks);
  const made = rule ? rule[1]() : money ? { value: withinBounds(field, 12) } : byType;
  if (allows(field, made.value)) return made;
  const simple = SIMPLE.find((text) => allows(field, text));
  return simple === undefined ? null : { value: simple };
};

export const PLACEHOLDER =
  /^(?:-+|–|—|…|\.\.\.|)$|select|choose|please|w[äa]hlen|choisir|elegir|scegli|^all\b|^any\b|^none$/i;

const CONSENT =
  /terms|agree|accept|consent|conditions|privacy|\b(?:have|has) read\b|\bagb\b|gelesen|hausordnung|datenschutz|zustimm|einverstanden|j'accepte|acepto|accetto/i;

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
      /^cc-|card|cvc|cvv|iban/i.test(`${field.autocomplete ?? ""} ${field.name}`);
    if (secret) return null;
    const entry = entryFor(field, form);
    if (entry) entries.push(entry);
    else if (field.required && !isFilled(field)) return null;
  }
  return entries;
};

/** A name goes on with these: what is typed is to be shown as it is, and markup is text. */
export const HARD_TAIL = ` Zoë & O'Neil <samp>two</samp>`;

/** The last day of a February that has one more. */
const HARD_DAY = "2024-02-29";

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
  return entries && varied ? [...entries, ...otherChoices(form, entries)] : entries;
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

/** Another number where the form begins with none of what it asks for, such as a discount. */
const otherNumber = (field: SurveyField): Entry[] => {
  const { type, value, name, max, read_only: fixed } = field;
  const isNone = type === "number" && value === "0" && !fixed && !PLACE.test(name);
  return isNone && (max === null || Number(max) >= 10)
    ? [{ kind: "fill", field, value: "10", fixtures: {} }]
    : [];
};

/** Another option than the one that is chosen from the start. */
const otherChoices = (form: SurveyForm, entries: Entry[]): Entry[] =>
  form.fields.flatMap((field): Entry[] => {
    const { type, target, disabled, options, value, name } = field;
    const known = entries.some((entry) => entry.field === field);
    if (type === "number" && target !== null && !disabled && !known) return otherNumber(field);
    if (type !== "select" || target === null || disabled || known || LEAVE.test(name)) return [];
    const option = options.find((text) => text !== value && !PLACEHOLDER.test(text.trim()));
    return option === undefined ? [] : [{ kind: "select", field, option }];
  });

const plainItem = (form: SurveyForm, named: SurveyField, tail: string): Entry[] | null => {
  const entries =
    dataFor(form)?.map((entry) => (isField(entry, named) ? told(entry) : onOneDay(entry))) ?? null;
  if (!entries || tail === "") return entries;
  const fits = (most: number | null): boolean => most === null || most <= 0 || most >= 60;
  if (!fits(named.max_length) || named.pattern) return null;
  const days = form.fields.filter(
    ({ type, target, min, max, read_only: fixed, disabled, value }) =>
      type === "date" && target !== null && !min && !max && !fixed && !disabled && value !== "",
  );
  return [
    ...entries.map((entry) =>
      entry.kind === "fill" && entry.field.name === named.name
        ? { ...entry, value: `${entry.value}${tail}` }
        : entry,
    ),
    ...days.map((field): Entry => ({ kind: "fill", field, value: HARD_DAY, fixtures: {} })),
  ];
};

/** The same day each time: a list that is in order of days has the item at one place, and shows a day that is known. */
const onOneDay = (entry: Entry): Entry =>
  entry.kind === "fill" && entry.value === "${day}"
    ? { ...entry, value: SAMPLES["day"] ?? "", fixtures: {} }
    : entry;

const isField = ({ field }: Entry, { name, type }: SurveyField): boolean =>
  field.name === name && field.type === type;

const SAMPLES: Record<string, string> = {
  street: "12 Test Street",
  city: "Berlin",
  company: `${MARK} Ltd`,
  first_name: "Ada",
  last_name: MARK,
  person: `Ada ${MARK}`,
  day: "2030-06-15",
};

const putNames = (text: string): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => SAMPLES[name] ?? whole);

/** The values that generated cases take from fixtures, here made up on the spot. */
export const putSamples = (text: string, tag: string): string =>
  putNames(text).replaceAll(/\$\{(\w+)\}/g, (_, name: string) =>
    name === "email" ? `tracewright.${tag}@example.com` : tag,
  );

/** With something that tells it from all that is there already. */
export const told = (entry: Entry): Entry => {
  if (entry.kind !== "fill" || entry.value.includes("${tag}") || entry.field.pattern) return entry;
  const { max_length: most } = entry.field;
  if (most !== null && most > 0 && most < 30) return entry;
  // The same each time, so that a list that is in order has it at one place.
  return { ...entry, value: `${putNames(entry.value)} \${tag}`, fixtures: { tag: { string: 6 } } };
};

const isFilled = (field: SurveyField): boolean => field.value !== "";

const entryFor = (field: SurveyField, form: SurveyForm): Entry | null => {
  if (field.target === null) return null;
  if (field.type === "select") {
    if (isFilled(field) && !PLACEHOLDER.test(field.value)) return null;
    const option = field.options.find((text) => !PLACEHOLDER.test(text.trim()));
    return option === undefined ? null : { kind: "select", field, option };
  }
  if (field.type === "checkbox") {
    return field.required || CONSENT.test(field.name) ? { kind: "check", field } : null;
  }
  if (field.type === "radio") return field.required && !isFilled(field) ? { kind: "check", field } : null;
  // What the form fills in itself, such as a quantity of 1, is good as it is.
  if (isFilled(field)) return null;
  const made = textFor(field, form);
  return made ? { kind: "fill", field, value: made.value, fixtures: made.fixtures ?? {} } : null;
};
