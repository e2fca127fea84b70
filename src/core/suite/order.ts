/** How values that are shown as text are put in order. */
export const valueKinds = ["text", "number", "date", "money", "duration"] as const;
export type ValueKind = (typeof valueKinds)[number];
/** What values are put in order by: their kind, or all texts that there are, from the lowest on. */
export type OrderedBy = ValueKind | readonly string[];
export const sortOrders = ["ascending", "descending", "either"] as const;
export type SortOrder = (typeof sortOrders)[number];
export type SortDirection = Exclude<SortOrder, "either">;

const amount = String.raw`\d[\d.,'’\u00a0\u202f]*`;
/** Thousands that a plain space sets apart: two numbers may as well stand beside each other ("Mug 2 100.00 €"). */
const spaced = String.raw`\d{1,3}(?: \d{3})+(?![\d ]*\d)`;
const cents = String.raw`[.,]\d{1,2}(?!\d)`;
const alone = String.raw`(?<=^\s*|[:=(–]\s?|[Tt]otale? |[Ss]um(?:m?[ae])? )`;
const code = String.raw`EUR|USD|GBP|CHF|AUD|CAD|NZD|SGD|HKD|JPY|CNY|INR|KRW|BRL|MXN|ZAR|AED|SAR|SEK|NOK|DKK|PLN|CZK|HUF|RON|ILS|THB|IDR|UAH|RUB`;
const sign = String.raw`\p{Sc}|(?<!\p{L})(?:\p{Lu}{1,2}\$|(?:${code}|zł|kr|Kč|lei|Rp|Rs)(?!\p{L})\.?)`;
const moneyPattern = new RegExp(
  String.raw`[-−+]?(?:${sign})\s?[-−+]?(?:${spaced}${cents}|(?<=^\s*\P{N}{1,6})${spaced}(?=\s*$)|${amount})|[-−+]?(?:${alone}${spaced}(?:${cents})?|${amount})\s?(?:${sign})(?!\s?\d)`,
  "gu",
);
const clock = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?\s?[Mm]\b\.?)?`;
const datePattern = new RegExp(
  [
    String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?`,
    String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}(?:,? ${clock})?`,
    String.raw`(?<![\d-])(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|[12]\d|3[01]|\p{L}{3,4})-(?:19|20)\d{2}(?![\d-])(?:,? ${clock})?`,
    String.raw`\d{1,2}\.? (?:de )?\p{L}{3,12}\.?(?: del?)? \d{4}`,
    String.raw`\p{L}{3,9}\.? \d{1,2}, \d{4}(?:,? \d{1,2}:\d{2}(?::\d{2})? ?[AP]M)?`,
  ].join("|"),
  "gu",
);

const hours = String.raw`(?:hours?|hrs?|h|stunden?|std|heures?|horas?|ore)\.?`;
const minutes = String.raw`(?:min(?:ute[ns]?|uti|utos?|s)?|m)\.?`;
const durationPattern = new RegExp(
  String.raw`(?<![\p{L}\d.,:])(?:\d+(?:[.,]\d+)?\s?${hours}(?:\s?\d{1,2}\s?${minutes}|\d\d)?|\d+(?:[.,]\d+)?\s?(?!m\b)${minutes})(?![\p{L}\d²³])`,
  "giu",
);

const patterns = { money: moneyPattern, date: datePattern, duration: durationPattern };

/** What `findValues` looks for, as the source of a regular expression. */
export const valuePattern = (by: keyof typeof patterns): string => patterns[by].source;

/** The amounts of money, the dates or the lengths of time in a text, as they are written there. */
export const findValues = (text: string, by: keyof typeof patterns): string[] =>
  [...text.matchAll(patterns[by])].map(([found]) => found);

/** A length of time in minutes: `45 min`, `1 h 20 min`, `7.5 h`, `7:30`. Null when the text is none. */
export const readDuration = (text: string): number | null => {
  const words = text.trim();
  const [, hour, minute] = /^(\d{1,4}):([0-5]\d)(?:\s?h)?$/i.exec(words) ?? [];
  if (hour !== undefined) return Number(hour) * 60 + Number(minute);
  if (findValues(words, "duration")[0] !== words) return null;
  const parts = [...words.matchAll(/(\d+(?:[.,]\d+)?)\s?(\p{L}*)/gu)];
  return parts.reduce((all, [, digits = "", unit = ""]) => {
    const number = Number(digits.replace(",", "."));
    return all + (unit === "" || /^m/i.test(unit) ? number : number * 60);
  }, 0);
};

const NOTHING =
  /(?<![\p{L}\d-])(?:free(?![- ](?:of|from|to|shipping|delivery|returns?|parking|wi-?fi|time|trial)\b)|gratis|kostenlos|umsonst|gratuit|gratuito)(?![\p{L}-])/iu;

/** The amounts of money in a text; nothing to pay ("Free") is one of zero, where no other is written. */
export const findAmounts = (text: string): string[] => {
  const found = findValues(text, "money");
  return found.length === 0 && NOTHING.test(text) ? ["0"] : found;
};

/** A number between what takes one away and what adds one: its signs are buttons. */
const stepped = /^[−–-]\s*(\d[\d.,'’\s]*?)\s*\+$/u;

/** Whether a text is a number between the two buttons that change it, as in `− 3 +`. */
export const isStepped = (text: string): boolean => stepped.test(text.trim());

/** What parts the decimals in numbers of one kind, where one of them tells: `1.5` beside `1.125`. */
export const decimalMarkIn = (texts: readonly string[]): string | null => {
  const marks = texts.flatMap((text) => /\d([.,])(?:\d{1,2}|\d{4,})(?![\d.,]*\d)/u.exec(text)?.[1] ?? []);
  return new Set(marks).size === 1 ? (marks[0] ?? null) : null;
};

/** A number as people write it: `1,249.00`, `1.249,00`, `€ 12`, `-3 %`. `decimal`: what parts its decimals, where that is known. Null when there is none. */
export const readNumber = (shown: string, decimal: string | null = null): number | null => {
  const text = stepped.exec(shown.trim())?.[1] ?? shown;
  const digits = /[−(-]?[^\d−(-]{0,4}\d[\d.,'’\s]*/u.exec(text)?.[0];
  if (digits === undefined) return null;
  const negative = /^[−(-]/u.test(digits);
  let plain = digits.replace(/[^\d.,]/g, "").replace(/[.,]$/, "");
  const mark = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  const other = plain[mark] === "." ? "," : ".";
  // One kind of mark before exactly three digits groups thousands, but for "0.005"; otherwise the last mark is the decimal one.
  const isTold = /^0[.,]\d+$/.test(plain) || (decimal !== null && plain.indexOf(decimal) === mark);
  const grouping = mark >= 0 && plain.length - mark === 4 && !plain.includes(other) && !isTold;
  plain =
    grouping || mark < 0
      ? plain.replace(/[.,]/g, "")
      : `${plain.slice(0, mark).replace(/[.,]/g, "")}.${plain.slice(mark + 1)}`;
  const value = Number(plain);
  return Number.isFinite(value) ? (negative ? -value : value) : null;
};

/** The number in each text, all of which part their decimals in one way. */
export const readNumbers = (texts: readonly string[]): (number | null)[] => {
  const decimal = decimalMarkIn(texts);
  return texts.map((text) => readNumber(text, decimal));
};

const day = (year: number, month: number, date: number): number =>
  Date.UTC(year < 100 ? 2000 + year : year, month - 1, date);

const UNITS: Record<string, number> = {
  s: 1,
  min: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  mo: 2_629_800,
  y: 31_557_600,
};
const AGO = /^(?:(\d+|an?) (s|min|h|d|w|mo|y)[a-z]* ago|just now|now|today|yesterday)\b/i;

/** A time that is told from now, "3 minutes ago", in milliseconds; null when the text is none. */
const readAgo = (text: string, now: number): number | null => {
  const [found, number, unit] = AGO.exec(text.trim()) ?? [];
  if (found === undefined) return null;
  if (unit === undefined) return now - (/^y/i.test(found) ? 86_400_000 : 0);
  const many = /^a/i.test(number ?? "") ? 1 : Number(number);
  return now - many * (UNITS[unit.toLowerCase()] ?? 0) * 1000;
};

/** A point in time in milliseconds; day before month where `dayFirst`; `now` is what "3 minutes ago" is told from. Null when the text is no date. */
export const readDate = (text: string, dayFirst: boolean, now = Date.now()): number | null => {
  const ago = readAgo(text, now);
  if (ago !== null) return ago;
  const numeric =
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{2,4})(?:\D+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?\s?m)?)?/iu.exec(
      text.trim(),
    );
  if (numeric) {
    const [, first, mark, second, year, hour = "0", minute = "0", seconds = "0", half] = numeric;
    const before = dayFirst || mark === ".";
    const [date, month] = before ? [Number(first), Number(second)] : [Number(second), Number(first)];
    if (month > 12) return null;
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
    return day(Number(year), month, date) + ((hours * 60 + Number(minute)) * 60 + Number(seconds)) * 1000;
  }
  const time = Date.parse(
    text
      .trim()
      .replace(/(\d)(?:st|nd|rd|th)\b/, "$1")
      .replace(/(\d)\.( \p{L})/u, "$1$2"),
  );
  return Number.isNaN(time) ? null : time;
};

type Compare<T> = (a: T, b: T) => number;

const inOrder = <T>(values: (T | null)[], compare: Compare<T>, order: SortDirection): boolean => {
  const sign = order === "ascending" ? 1 : -1;
  return values.every((value, index) => {
    const before = index === 0 ? value : values[index - 1];
    if (value === null || before === null || value === undefined || before === undefined) return false;
    return sign * compare(before, value) <= 0;
  });
};

const plain = new Intl.Collator("en");
const natural = new Intl.Collator("en", { numeric: true });
const words = new Intl.Collator("en", { ignorePunctuation: true, sensitivity: "base" });

/** Languages that have places of their own for letters with marks, or for two letters in a row. */
export const collations = [
  "pl",
  "cs",
  "sv",
  "da",
  "de-u-co-phonebk",
  "es",
  "hu",
  "tr",
  "et",
  "lt",
  "hr",
  "uk",
];
const FOREIGN = /[^\p{ASCII}\p{P}\p{S}\p{Z}]/u;
let foreign: Compare<string>[] | undefined;
/** Made once they are needed: that takes longer than all else of this file. */
const foreignOrders = (): Compare<string>[] =>
  (foreign ??= collations.map((locale) => new Intl.Collator(locale, { numeric: true }).compare));

/** Apps put text in order by code points, by letters, or as people do: any of these counts. */
const textOrders: Compare<string>[] = [
  (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0),
  plain.compare,
  natural.compare,
  words.compare,
];

/** An article before the words of a title, as the source of a regular expression that knows no case. */
export const leadingArticle = String.raw`^(?:(?:the|an?|der|die|das|eine?|l[ae]s?|une?|el|los|il|lo|gli)\s+|l['’]\s*)(?=\S)`;
const ARTICLE = new RegExp(leadingArticle, "iu");

/** As they are or, as libraries do, all of them without their articles. */
const isTextInOrder = (texts: readonly string[], order: SortDirection): boolean =>
  [texts, texts.map((text) => text.trim().replace(ARTICLE, ""))].some((all) =>
    [...textOrders, ...(all.some((text) => FOREIGN.test(text)) ? foreignOrders() : [])].some((compare) =>
      inOrder([...all], compare, order),
    ),
  );

const difference: Compare<number> = (a, b) => a - b;

const nothing = String.raw`n\/?a|none|unassigned|nobody|no one|not (?:set|assigned|planned)|nicht zugewiesen|niemand|aucune?|sin asignar|nessuno`;
/** What stands where there is no value, as the source of a regular expression that knows no case. */
export const noValue = String.raw`^(?:|[-–—]+|${nothing}|\[(?:${nothing})\]|\((?:${nothing})\)|<(?:${nothing})>)$`;
const NONE = new RegExp(noValue, "iu");

/** False for what stands where there is no value. */
export const isValue = (text: string): boolean => !NONE.test(text.trim());

/** Without what has no value at its ends: whether that comes first or last, it is in order. */
const valuesOf = (texts: readonly string[]): readonly string[] => {
  const first = texts.findIndex(isValue);
  return first < 0 ? texts : texts.slice(first, texts.findLastIndex(isValue) + 1);
};

const bare = (text: string): string => text.replaceAll(/\s+/g, " ").trim().toLowerCase();

/** The place of each text in a list of them, without case; null where it is not in it. */
const placesIn = (list: readonly string[], texts: readonly string[]): (number | null)[] => {
  const all = list.map(bare);
  return texts.map((text) => {
    const place = all.indexOf(bare(text));
    return place < 0 ? null : place;
  });
};

/**
 * Whether texts, read as values of a kind or by their places in a list, are in order; equal neighbours are, and what has no value ("–", "Unassigned") may
 * stand at either end. False when one cannot be read.
 */
export const isSorted = (all: readonly string[], by: OrderedBy, order: SortOrder): boolean => {
  if (order === "either") return isSorted(all, by, "ascending") || isSorted(all, by, "descending");
  const texts = valuesOf(all);
  if (typeof by !== "string") return inOrder(placesIn(by, texts), difference, order);
  if (by === "text") return isTextInOrder(texts, order);
  if (by === "date") {
    const now = Date.now();
    return [true, false].some((dayFirst) =>
      inOrder(
        texts.map((text) => readDate(text, dayFirst, now)),
        difference,
        order,
      ),
    );
  }
  return inOrder(by === "duration" ? texts.map(readDuration) : readNumbers(texts), difference, order);
};
