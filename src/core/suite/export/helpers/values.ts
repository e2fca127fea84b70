import { valuePattern } from "#core/suite/order.ts";

/** Source of the helpers that read values as people write them. */
export const valueHelpers: Record<string, string> = {
  decimalMarkIn: String.raw`
/** What parts the decimals in numbers of one kind, where one of them tells: 1.5 beside 1.125. */
function decimalMarkIn(texts: string[]): string | null {
  const marks = texts.map((text) => /\d([.,])(?:\d{1,2}|\d{4,})(?![\d.,]*\d)/u.exec(text)?.[1]).filter(Boolean);
  return new Set(marks).size === 1 ? (marks[0] ?? null) : null;
}`,
  readNumber: String.raw`
/** A number as people write it: 1,249.00 or 1.249,00 or € 12; with what parts its decimals, where that is known. */
function readNumber(text: string, decimal: string | null = null): number | null {
  const digits = /[−(-]?[^\d−(-]{0,4}\d[\d.,'’\s]*/u.exec(text)?.[0];
  if (digits === undefined) return null;
  let plain = digits.replace(/[^\d.,]/g, "").replace(/[.,]$/, "");
  const mark = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  const other = plain[mark] === "." ? "," : ".";
  const isTold = /^0[.,]\d+$/.test(plain) || (decimal !== null && plain.indexOf(decimal) === mark);
  const grouping = mark >= 0 && plain.length - mark === 4 && !plain.includes(other) && !isTold;
  plain =
    grouping || mark < 0
      ? plain.replace(/[.,]/g, "")
      : plain.slice(0, mark).replace(/[.,]/g, "") + "." + plain.slice(mark + 1);
  const value = Number(plain);
  return Number.isFinite(value) ? (/^[−(-]/u.test(digits) ? -value : value) : null;
}`,
  durationIn: String.raw`
/** The first length of time in a text. */
function durationIn(text: string): string | undefined {
  return /${valuePattern("duration")}/iu.exec(text)?.[0];
}`,
  readDuration: String.raw`
/** A length of time in minutes: 45 min, 1 h 20 min, 7.5 h, 7:30. */
function readDuration(text: string): number | null {
  const words = text.trim();
  const clock = /^(\d{1,4}):([0-5]\d)(?:\s?h)?$/i.exec(words);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  if (durationIn(words) !== words) return null;
  return [...words.matchAll(/(\d+(?:[.,]\d+)?)\s?(\p{L}*)/gu)].reduce((all, [, digits = "", unit = ""]) => {
    const number = Number(digits.replace(",", "."));
    return all + (unit === "" || /^m/i.test(unit) ? number : number * 60);
  }, 0);
}`,
  readDate: String.raw`
/** A day, day before month where dayFirst, in milliseconds. */
function readDate(text: string, dayFirst: boolean, now = Date.now()): number | null {
  const ago =
    /^(?:(\d+|an?) (s|min|h|d|w|mo|y)[a-z]* ago|just now|now|today|yesterday)\b/i.exec(text.trim());
  if (ago) {
    const [found, number = "0", unit = "s"] = ago;
    const seconds: { [unit: string]: number } = {
      s: 1,
      min: 60,
      h: 3_600,
      d: 86_400,
      w: 604_800,
      mo: 2_629_800,
      y: 31_557_600,
    };
    const many = /^a/i.test(number) ? 1 : Number(number);
    return now - (/^y/i.test(found) ? 86_400 : many * (seconds[unit.toLowerCase()] ?? 0)) * 1000;
  }
  const numeric =
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{2,4})(?:\D+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?\s?m)?)?/iu.exec(
      text.trim(),
    );
  if (numeric) {
    const [, first, mark, second, year, hour = 0, minute = 0, seconds = 0, half] = numeric;
    const before = dayFirst || mark === ".";
    const [date, month] = before ? [Number(first), Number(second)] : [Number(second), Number(first)];
    const full = Number(year) < 100 ? 2000 + Number(year) : Number(year);
    if (month > 12) return null;
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
    return Date.UTC(full, month - 1, date) + ((hours * 60 + Number(minute)) * 60 + Number(seconds)) * 1000;
  }
  const time = Date.parse(
    text
      .trim()
      .replace(/(\d)(?:st|nd|rd|th)\b/, "$1")
      .replace(/(\d)\.( \p{L})/u, "$1$2"),
  );
  return Number.isNaN(time) ? null : time;
}`,
};
