/** English names of months, in their order. */
export const MONTHS =
  "January February March April May June July August September October November December".split(" ");
const MONATE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(
  " ",
);

/** Names of months by language, in their order. */
export const monthsIn = {
  en: MONTHS,
  de: MONATE,
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" "),
  it: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split(
    " ",
  ),
};

/** Names of months as they stand above calendars. */
export const monthNames: readonly string[] = Object.values(monthsIn).flat();

type Day = { year: string; month: number; date: number };
type Format = { fits: RegExp; write(day: Day): string };

export const two = (number: number): string => String(number).padStart(2, "0");
const nameIn = (names: string[], { month }: Day): string => names[month - 1] ?? "";
const anyOf = (names: string[], length?: number): string =>
  [...names.map((name) => name.slice(0, length)), ...(length === 3 ? ["Sept"] : [])].join("|");

/** Ways to write a day that leave no doubt which day is meant. */
const formats: Format[] = [
  { fits: /^\d{4}-\d{2}-\d{2}$/, write: ({ year, month, date }) => `${year}-${two(month)}-${two(date)}` },
  { fits: /^\d{1,2}\.\d{2}\.\d{4}$/, write: ({ year, month, date }) => `${two(date)}.${two(month)}.${year}` },
  ...[undefined, 3].flatMap((length): Format[] => [
    {
      fits: new RegExp(`^\\d{1,2} (?:${anyOf(MONTHS, length)}) \\d{4}$`),
      write: (day) => `${day.date} ${nameIn(MONTHS, day).slice(0, length)} ${day.year}`,
    },
    {
      fits: new RegExp(`^(?:${anyOf(MONTHS, length)}) \\d{1,2}, \\d{4}$`),
      write: (day) => `${nameIn(MONTHS, day).slice(0, length)} ${day.date}, ${day.year}`,
    },
  ]),
  {
    fits: new RegExp(`^\\d{1,2}\\. (?:${anyOf(MONATE)}) \\d{4}$`),
    write: (day) => `${day.date}. ${nameIn(MONATE, day)} ${day.year}`,
  },
];

/** Which part of `31/12/2026` is the day shows where one is greater than 12. */
const slashed = (texts: string[]): Format | null => {
  const parts = texts.map((text) => /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(text));
  if (parts.includes(null)) return null;
  const isOver = (at: number): boolean => parts.some((part) => Number(part?.[at]) > 12);
  if (isOver(1) === isOver(2)) return null;
  const write = texts.every((text) => text.length === 10) ? two : String;
  return {
    fits: /^/,
    write: ({ year, month, date }) =>
      (isOver(1) ? [write(date), write(month), year] : [write(month), write(date), year]).join("/"),
  };
};

const WEEKDAY = /^\p{L}{2,9}\.?,? (?=\d|\p{L}+ \d)/u;
const NONE = /^(?:[-–—]|none|never|today|tomorrow|yesterday)?$/i;
/** What is said of a day: "16 Nov 2026 (overdue)", "16 Nov 2026 overdue". */
const REMARK = /\s*(?:\([^()\d]+\)|(?<=\d) \p{Ll}{3,}(?: \p{Ll}+)?)$/u;

const SEP = /\bSep\b/;

/** The one month that is cut off in two ways. */
const septemberIn = (texts: string[]): string =>
  texts.some((text) => /\bSept\b/.test(text)) ? "Sept" : "Sep";

/** The day, given as `2030-06-15`, as the texts write days; null where they are no days, or few, or it is not clear how. */
export const dayAs = (texts: string[], day: string): string | null => {
  const [year = "", month = "", date = ""] = day.split("-");
  const written = texts.map((text) => text.trim().replace(REMARK, "")).filter((text) => !NONE.test(text));
  if (written.length < 2 || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const isMonth = (text: string): boolean => MONTHS.some((name) => text.startsWith(name.slice(0, 3)));
  const plain = written.map((text) => (isMonth(text) ? text : text.replace(WEEKDAY, "")));
  const format = formats.find(({ fits }) => plain.every((text) => fits.test(text))) ?? slashed(plain);
  const text = format?.write({ year, month: Number(month), date: Number(date) }) ?? null;
  return text !== null && SEP.test(text) ? text.replace(SEP, septemberIn(plain)) : text;
};
