import { fold } from "#core/explore/lists/lists.ts";
import { kindOfValues } from "#core/explore/forms/values.ts";
import { isValue, readNumber } from "#core/suite/order.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { isWhole } from "./named-sums.ts";

/** An average that is not the one of the column it is called after: as the page writes it, and what the column comes to. */
export type WrongAverage = { heading: string; said: string; mean: string; cell: TargetObject | null };

const AVERAGE = String.raw`(?:average|avg\.?|mean|durchschnitt(?:liche[rs]?)?|[Ø⌀]|moyenne|promedio|media)`;
/** An average of other rows or days, or one to which they do not count alike. */
const OTHERWISE =
  /(?<!\p{L})(?:weight\p{L}*|last|previous|next|target|goal|class|group|company|national|global|month\p{L}*|week\p{L}*|year\p{L}*|daily|days?|per|each|by|from|since|until|with|without|only|except|excl\p{L}*|incl\p{L}*|passed|failed|open|closed|active|recent|top|below|above|than|moving|running|so far|gewichtet\p{L}*|letzte[nrs]?|pro|ohne)(?!\p{L})/iu;
/** There is none of it where nothing stands, and not zero of it; of a score it may be zero, unless those that are meant are named. */
const GIVEN =
  /(?<!\p{L})(?:ratings?|stars|price|temperature|age|weight|height|bewertung(?:en)?|taken|given|rated|graded|scored|answered|submitted|finished)(?!\p{L})/iu;

type Values = {
  heading: string;
  at: number;
  numbers: number[];
  blanks: number;
  unit: [string, string];
  digits: number;
};

const decimals = (text: string): number => /\d[.,](\d{1,2})(?!\d)/.exec(text)?.[1]?.length ?? 0;

/** The numbers of a column, all of one kind and unit, apart from cells with nothing in them. */
const valuesIn = ({ items, columns }: SurveyCollection, at: number): Values | null => {
  const texts = items.map(({ cells }) => fold(cells[at] ?? ""));
  const filled = texts.filter(isValue);
  const heading = fold(withoutArrows(columns[at]?.name ?? ""));
  if (
    filled.length < 2 ||
    heading === "" ||
    items.some(({ fields }) => fields.some(({ cell }) => cell === at))
  )
    return null;
  if (!/^(?:number|money)$/.test(kindOfValues(filled) ?? "")) return null;
  const units = filled.map((text) => /^([^\d−-]*)[\d.,]+([^\d]*)$/u.exec(text));
  const [first] = units;
  if (!first || units.some((unit) => unit?.[1] !== first[1] || unit?.[2] !== first[2])) return null;
  return {
    heading,
    at,
    numbers: filled.map((text) => Number(readNumber(text))),
    blanks: texts.length - filled.length,
    unit: [first[1]?.trim() ?? "", first[2]?.trim() ?? ""],
    digits: Math.max(...filled.map(decimals)),
  };
};

/** A number in the unit of a column, as the source of a regular expression. */
const shownAs = ([before, behind]: Values["unit"]): string =>
  `${before === "" ? "" : `${escapeRegex(before)}\\s?`}\\d[\\d.,]*${behind === "" ? "" : `\\s?${escapeRegex(behind)}`}(?![\\d.,]*[\\d%\\p{Sc}])`;

const stemmed = (words: string): string[] =>
  (words.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{2})s$/u, ""));

/** The words that are left of some once those of a heading are taken away; null where they do not have them in a row. */
const without = (words: string, heading: string): string | null => {
  const [all, own] = [stemmed(words), stemmed(heading)];
  const at = all.findIndex((_, from) => own.every((word, place) => all[from + place] === word));
  return own.length === 0 || at < 0 ? null : [...all.slice(0, at), ...all.slice(at + own.length)].join(" ");
};

const sumOf = (numbers: number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** What the column comes to, where what is shown is its sum divided by another number of rows; null where it may be anything. */
const meant = ({ numbers, blanks, digits, heading }: Values, shown: string, words: string): number | null => {
  const average = readNumber(shown);
  if (average === null) return null;
  const last = 10 ** -decimals(shown);
  const sum = sumOf(numbers);
  const mean = sum / numbers.length;
  const isNear = (value: number, off: number): boolean => Math.abs(value - average) <= off + 1e-9;
  if (isNear(mean, last + 0.5 * 10 ** -digits)) return null;
  const isGiven = GIVEN.test(`${heading} ${words}`);
  if (blanks > 0 && !isGiven && isNear(sum / (numbers.length + blanks), last)) return null;
  const others = [numbers.length + blanks, numbers.length + 1, numbers.length - 1];
  return others.some((many) => isNear(sum / many, last / 2)) ? mean : null;
};

const written = (mean: number, [before, behind]: Values["unit"]): string =>
  `${before}${Number(mean.toFixed(2))}${/^\p{L}/u.test(behind) ? " " : ""}${behind}`;

const besideOf = (survey: PageSurvey, all: Values[], each: Values): WrongAverage[] => {
  const pattern = new RegExp(
    `(?<!\\p{L})${AVERAGE}((?: [\\p{L}'’-]+){1,9})\\s?(?:[:=–-]|is)?\\s?(${shownAs(each.unit)})`,
    "giu",
  );
  const found = [...survey.text.matchAll(pattern)].flatMap(([said, words = "", shown = ""]) => {
    const rest = without(words, each.heading);
    const isOther = all.some(
      ({ heading, at }) =>
        at !== each.at && heading.length >= each.heading.length && without(words, heading) !== null,
    );
    return rest === null || isOther || OTHERWISE.test(rest) ? [] : [{ said, words, shown }];
  });
  const [only, ...others] = found;
  const mean = only && others.length === 0 ? meant(each, only.shown, only.words) : null;
  return !only || mean === null
    ? []
    : [{ heading: each.heading, said: only.said, mean: written(mean, each.unit), cell: null }];
};

const belowOf = ({ footers, target }: SurveyCollection, each: Values): WrongAverage[] =>
  footers.flatMap(({ label, cells }) => {
    if (target === null || !new RegExp(`^${AVERAGE}$`, "iu").test(fold(label))) return [];
    return cells.flatMap(({ column, text, css }) => {
      const shown = fold(text);
      const isShown = column === each.at && new RegExp(`^${shownAs(each.unit)}$`, "u").test(shown);
      const mean = isShown ? meant(each, shown, "") : null;
      return mean === null
        ? []
        : [
            {
              heading: each.heading,
              said: shown,
              mean: written(mean, each.unit),
              cell: { css, within: target },
            },
          ];
    });
  });

/** Averages beside or below a table that is shown whole, each called after a column, which are those of more rows or fewer. */
export const wrongAverages = (survey: PageSurvey): WrongAverage[] => {
  const [list, ...others] = survey.collections.filter(({ kind }) => kind === "table");
  if (!list || others.length > 0 || list.items.length !== list.rows || !isWhole(survey, list)) return [];
  const all = list.columns.flatMap((_, at) => valuesIn(list, at) ?? []);
  return all.flatMap((each) => [...besideOf(survey, all, each), ...belowOf(list, each)]);
};
