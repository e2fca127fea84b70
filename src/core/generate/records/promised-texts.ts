import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SurveyField } from "#model/survey.ts";
import {
  ofBoth,
  promisedLength,
  promisedLengths,
  promisedSigns,
} from "#core/explore/forms/field-promises.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { MARK, putSamples } from "#core/explore/forms/samples.ts";

/** A text that a field says that it takes, and what is said of it, for titles. */
export type PromisedText = {
  field: SurveyField;
  value: string;
  fixtures: Record<string, FixtureDocument>;
  kind: "length" | "most" | "signs";
  what: string;
  /** What the item is known by, where that is not all of the text: lists cut what is long. */
  name?: string;
};

const SHORTEST = 5;
/** So short a text is told from the words around it by a digit. */
const SHORT = [3, 4];
const LETTERS = 6;
const WORDS = `${MARK} wrote this so that it is just as long as it has to be. `;

/** A text of just so many characters, another one each time. */
const ofLength = (many: number): Pick<PromisedText, "value" | "fixtures"> => {
  const called = `exact_${many}`;
  const room = many - LETTERS - 1;
  if (room <= MARK.length) {
    const begin = many > LETTERS ? "TW" : "";
    const letters = many - begin.length;
    return { value: `${begin}\${${called}}`, fixtures: { [called]: { letters } } };
  }
  const head = WORDS.repeat(Math.ceil(room / WORDS.length)).slice(0, room);
  return { value: `${head.replace(/ $/, "s")} \${${called}}`, fixtures: { [called]: { letters: LETTERS } } };
};

const isFree = ({ type, target, pattern, disabled, read_only: fixed, options }: SurveyField): boolean =>
  isWordy({ type }) &&
  type !== "search" &&
  target !== null &&
  !pattern &&
  !disabled &&
  !fixed &&
  options.length === 0;

/** A text of just the length that its field says it has to have at least; null where it says none. */
export const leastText = (field: SurveyField): PromisedText | null => {
  const least = isFree(field) ? promisedLength(field) : null;
  if (least === null || least < SHORTEST) return null;
  return { field, ...ofLength(least), kind: "length", what: `a text of just ${least} characters` };
};

/** The same of a field that takes any words and has room for but a few signs. */
const shortText = (field: SurveyField, typed: string): PromisedText | null => {
  const least = isFree(field) && typed.startsWith(MARK) ? promisedLength(field) : null;
  if (least === null || !SHORT.includes(least)) return null;
  const called = `exact_${least}`;
  const letters = { capitals: least - 1 };
  const what = `a text of just ${least} characters`;
  return { field, value: `\${${called}}7`, fixtures: { [called]: letters }, kind: "length", what };
};

const LEAST_MOST = 30;
const MOST_MOST = 250;

/** A text of just the length that its field says, with the least, that it may have at most; null where it says none such. */
const mostText = (field: SurveyField, typed: string): PromisedText | null => {
  const [, most] = isFree(field) && typed.startsWith(MARK) ? (promisedLengths(field) ?? []) : [];
  if (most === undefined || most < LEAST_MOST || most > MOST_MOST) return null;
  const called = `exact_${most}`;
  const name = `${MARK} \${${called}}`;
  const room = most - MARK.length - 1 - LETTERS - 1;
  return {
    field,
    value: `${name} ${"at full length "
      .repeat(Math.ceil(room / 15))
      .slice(0, room)
      .replace(/ $/, "s")}`,
    fixtures: { [called]: { letters: LETTERS } },
    kind: "most",
    what: `a text of just ${most} characters`,
    name,
  };
};

/** Letters and digits where its field speaks of both, and what was made up has not all of it. */
const signsText = (field: SurveyField, typed: string): PromisedText | null => {
  const hint = field.hint ?? "";
  const signs = isFree(field) ? promisedSigns(hint) : null;
  const made = signs ? ofBoth(field, hint) : null;
  const known = putSamples(typed, "abc");
  const isKnown = /\p{L}/u.test(known) && /\d/.test(known) && (!signs?.hyphens || known.includes("-"));
  if (!signs || !made || isKnown) return null;
  const what = signs.hyphens ? "letters, digits and a hyphen" : "letters and digits";
  return { field, ...made, kind: "signs", what };
};

/** What fields of a form say that they take, beyond what was made up for them. */
export const promisedTexts = (entries: readonly Entry[]): PromisedText[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== "fill") return [];
    const { field, value } = entry;
    const least = leastText(field) ?? shortText(field, value);
    return [least, signsText(field, value), mostText(field, value)].flatMap((text) => text ?? []);
  });
