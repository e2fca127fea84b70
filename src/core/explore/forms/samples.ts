import { germanIban, withCheckDigit, workingDay } from "#core/suite/fixtures.ts";

/** A mark in everything that generated cases leave in an app, so that people know where it came from. */
export const MARK = "Tracewright";

export const PHONE = "+49 30 5550123";
export const OTHER_PHONE = "+49 30 5550199";

/** Two of the same town, with the zero that numbers lose. */
export const POSTCODE = "01067";
export const OTHER_POSTCODE = "01069";

const SAMPLES: Record<string, string> = {
  street: "12 Test Street",
  city: "Berlin",
  company: `${MARK} Ltd`,
  first_name: "Ada",
  last_name: MARK,
  person: `Ada ${MARK}`,
  day: "2030-06-14",
};

/** The day that stands for a variable one, where a list is to have an item at one place. */
export const SAMPLE_DAY = SAMPLES["day"] ?? "";
/** A working day soon after that. */
export const LATER_DAY = "2030-06-18";

/** Days that nobody has taken yet. */
export const FREE_DAYS: [string, string] = ["2030-01-01", "2039-12-28"];

/** How long a stay on such a day is. */
export const FREE_NIGHTS = 2;

export const DAY_MS = 86_400_000;

const numberFrom = (tag: string, most: number): number => {
  let number = 7;
  for (const sign of tag) number = (number * 31 + (sign.codePointAt(0) ?? 0)) % 999_999_937;
  return number % most;
};

const digitsFrom = (tag: string, many: number): string =>
  [...Array(many).keys()]
    .map((at) => String(numberFrom(`${tag}${at}`, at === 0 ? 9 : 10) + (at === 0 ? 1 : 0)))
    .join("");

const lettersFrom = (tag: string): string =>
  [...Array(6).keys()].map((at) => String.fromCodePoint(97 + numberFrom(`${tag}${at}`, 26))).join("");

/** A time in ms as the day that it is on (UTC). */
export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const dayFrom = (begin: number, days: number, tag: string): string =>
  workingDay(isoDay(begin + numberFrom(tag, days) * DAY_MS), isoDay(begin), isoDay(begin + days * DAY_MS));

const made = (name: string, tag: string): string => {
  const digits = /^digits_(\d+)/.exec(name)?.[1];
  if (digits !== undefined) return digitsFrom(tag, Number(digits));
  if (name === "email") return `tracewright.${tag}@example.com`;
  const letters = /^letters_(\d+)$/.exec(name)?.[1];
  if (letters !== undefined) return lettersFrom(tag).slice(0, Number(letters));
  if (name === "letters") return lettersFrom(tag);
  const capitals = /^capitals_(\d+)$/.exec(name)?.[1];
  if (capitals !== undefined) return lettersFrom(tag).slice(0, Number(capitals)).toUpperCase();
  if (name === "ean") return withCheckDigit(`400${digitsFrom(tag, 9)}`);
  if (name === "iban") return germanIban(`37040044${digitsFrom(tag, 10)}`);
  if (name === "isbn") return withCheckDigit(`978${digitsFrom(tag, 9)}`);
  if (name === "hyphened_isbn") return made("isbn", tag).replace(/^(...)(.)(...)(.{5})/, "$1-$2-$3-$4-");
  if (name === "today") return isoDay(Date.now());
  if (name === "free_day") return dayFrom(Date.parse(FREE_DAYS[0]), 3_640, tag);
  if (name === "free_day_end") return isoDay(Date.parse(made("free_day", tag)) + FREE_NIGHTS * DAY_MS);
  if (name === "coming_day") return dayFrom(Date.now() + 20 * DAY_MS, 300, tag);
  return tag;
};

/** With samples in place of what is the same for each item. */
export const putNames = (text: string): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => SAMPLES[name] ?? whole);

/** The values that generated cases take from fixtures, here made up on the spot. */
export const putSamples = (text: string, tag: string): string =>
  putNames(text).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => made(name, tag));
