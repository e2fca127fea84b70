import { bareLabel, fold } from "#core/explore/lists/lists.ts";
import { isDay } from "#core/explore/wizards/wizard-data.ts";
import { beginnings } from "#core/explore/wizards/wizard-words.ts";
import { findValues } from "#core/suite/order.ts";
import type { WizardEntry, WizardOption } from "#model/wizard.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { literal } from "#core/generate/steps.ts";
import { MONTHS, two } from "#core/generate/days/days.ts";

/** What a text has to say: as it was put in, or as a pattern. */
export type Said = { contains: string } | { matches: string };

const LEAST_LABEL = 4;
const LEAST_TYPED = 3;

/** The end of one line and the beginning of the next: "your transfer" and "To" are no "Transfer to". */
const isAcross = (found: string, words: string): boolean =>
  found !== words && /^\p{Ll}/u.test(found) && /\p{Lu}/u.test(found);

/** The text behind a label; null where there is no such label. */
const after = (text: string, label: string): string | null => {
  const words = bareLabel(label);
  if (words.length < LEAST_LABEL) return null;
  const pattern = new RegExp(`(?<![\\p{L}])(${escapeRegex(words)})(?![\\p{L}])\\s*:?\\s*`, "giu");
  const found = [...text.matchAll(pattern)].find(([, each = ""]) => !isAcross(each, words));
  return found ? text.slice(found.index + found[0].length) : null;
};

const holds = (text: string, part: string): boolean =>
  new RegExp(`(?<![\\p{L}\\d])${escapeRegex(part)}(?![\\p{L}\\d])`, "u").test(text);

/** Beginnings of an option of the entry that none of the others has, no shorter than what it is known by. */
const partsOf = ({ options }: WizardEntry, option: string): string[] => {
  const least = options.find(({ text }) => text === option)?.called?.length ?? 0;
  const others = options.map(({ text }) => text).filter((text) => text !== option);
  return beginnings(option, others).filter((part) => part.length >= least);
};

/** As the text shows the option; null where it does not. */
const shownPart = (text: string, entry: WizardEntry, option: string): string | null =>
  partsOf(entry, option).find((part) => holds(text, part)) ?? null;

/** Nothing, or what a sum begins with. */
const NOTHING =
  /^(?:$|[-–—](?:\s|$)|(?:n\/a|none|null|undefined|sub-?total|total|summe|gesamt\p{L}*|zwischensumme|prix total|importe)(?![\p{L}]))/iu;

/** Behind its label the text has nothing, or something else that was to be had. */
const isLost = (text: string, entry: WizardEntry, all: readonly WizardEntry[]): boolean => {
  const behind = after(text, entry.label);
  if (behind === null) return false;
  if (NOTHING.test(behind)) return true;
  const isOther = ({ text: option }: WizardOption): boolean => {
    const least = partsOf(entry, option).at(-1);
    return least !== undefined && option !== entry.value && behind.startsWith(least);
  };
  if (entry.options.some(isOther)) return true;
  return all.some((other) => {
    if (other === entry) return false;
    const label = bareLabel(other.label);
    const startsWith = (part: string): boolean => part.length >= LEAST_TYPED && behind.startsWith(part);
    return startsWith(label) || startsWith(fold(other.typed));
  });
};

/** The usual ways to write a day. */
const writings: ((year: number, month: number, day: number) => string)[] = [
  (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  (year, month, day) => `${two(day)}.${two(month)}.${year}`,
  (year, month, day) => `${day}.${month}.${year}`,
  (year, month, day) => `${two(day)}/${two(month)}/${year}`,
  (year, month, day) => `${two(month)}/${two(day)}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${day} ${MONTHS[month - 1]} ${year}`,
  (year, month, day) => `${day} ${MONTHS[month - 1]?.slice(0, 3)} ${year}`,
  (year, month, day) => `${MONTHS[month - 1]} ${day}, ${year}`,
  (year, month, day) => `${MONTHS[month - 1]?.slice(0, 3)} ${day}, ${year}`,
];

const written = (write: (typeof writings)[number], day: string, off: number): string => {
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + off * 86_400_000);
  return write(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
};

/** The day as the text writes it, or would if it were not off by one. */
const dayIn = (text: string, day: string): string | null => {
  const shown = new Set(findValues(text, "date"));
  for (const off of [0, -1, 1]) {
    const write = writings.find((each) =>
      [...shown].some((found) => found.includes(written(each, day, off))),
    );
    if (write) return written(write, day, 0);
  }
  return null;
};

const nameIn = (option: string): string => fold(option).split(/\s*[(–—|·:,€$£]|\s-\s/)[0] ?? "";

const typedText = (text: string, entry: WizardEntry, all: readonly WizardEntry[]): Said | null => {
  const { field, typed, value, label } = entry;
  if (field && (field.type === "date" || isDay(field))) {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayIn(text, value) : null;
    return day === null ? null : { contains: day };
  }
  if (/^\d+$/.test(value)) {
    const words = bareLabel(label);
    const pattern = `(?i:${escapeRegex(words)})\\W{0,6}`;
    const behind =
      words.length < LEAST_LABEL ? null : new RegExp(`${pattern}\\d+(?![\\d.:,/-]*\\d)`, "u").exec(text);
    return behind ? { matches: `${pattern}${value}(?!\\d)` } : null;
  }
  if (fold(typed).length < LEAST_TYPED) return null;
  return text.includes(fold(typed)) || isLost(text, entry, all) ? { contains: value } : null;
};

const chosenText = (text: string, entry: WizardEntry, all: readonly WizardEntry[]): Said | null => {
  const { options, value, kind } = entry;
  const others = options.map((option) => option.text).filter((option) => option !== value);
  if (others.length === 0 && findValues(value, "money").length === 0) return null;
  const shown = shownPart(text, entry, value);
  if (shown !== null) return { contains: literal(shown) };
  const instead = others.filter((other) => {
    const part = shownPart(text, entry, other) ?? "";
    // A time or a word of many may stand there for itself; of a card, only the first words are its name.
    return /\p{L}{4}/u.test(part) && (kind === "click" || part.length * 2 > nameIn(other).length);
  });
  const least = partsOf(entry, value).at(-1);
  const isWrong = others.length > 0 && (instead.length === 1 || isLost(text, entry, all));
  return least !== undefined && isWrong ? { contains: literal(least) } : null;
};

/**
 * What a text that sums up what was put in has to say of one entry: where it says so, where something else stands in its
 * place, and where nothing stands behind its label. Null where the text does not speak of it.
 */
export const saidOf = (text: string, entry: WizardEntry, all: readonly WizardEntry[]): Said | null => {
  const folded = fold(text);
  return entry.kind === "fill" ? typedText(folded, entry, all) : chosenText(folded, entry, all);
};

/** The same of what was typed in place of an entry that the text was seen to say. */
export const saidInstead = (
  text: string,
  first: WizardEntry,
  instead: WizardEntry,
  all: readonly WizardEntry[],
): Said | null => {
  const said = saidOf(text, first, all);
  if (said === null || instead.kind !== "fill") return null;
  if (!("contains" in said) || said.contains !== first.value) return saidOf(text, instead, all);
  return fold(text).includes(fold(first.typed)) ? { contains: instead.value } : null;
};
