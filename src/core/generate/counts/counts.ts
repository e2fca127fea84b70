import { escapeRegex } from "#model/escape-regex.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { piecesOf } from "#core/generate/sums/pieces.ts";

/** A text that says how many rows a list has. */
export type Counter = {
  list: SurveyCollection;
  number: number;
  /** Finds the number in the page's text, as its first group. */
  pattern: string;
};

const GENERIC = /^(?:items?|results?|entries|entry|records?|rows?|matches|match|found|total)$/i;
const NUMBER_FIRST = /^\(?(\d{1,4}) ((?:\p{L}+ ){0,2}?)(\p{L}+)\)?$/u;
const NUMBER_LAST = /^(\p{L}+(?: \p{L}+){0,2}):? (\d{1,4})$/u;
/** Rows beyond this may be drawn only as one scrolls. */
const MOST_ROWS = 40;
/** A counter that is off by more counts something else. */
const MOST_OFF = 2;

/** A word without its plural. */
export const stem = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/(?:es|s)$/, "");

/** Read from the page's text, a number must be the only one of its kind. */
export const isSaidOnce = ({ text }: PageSurvey, pattern: string): boolean =>
  [...text.matchAll(new RegExp(pattern, "gu"))].length === 1;

/** The last word of a text, without what stands behind it; empty where there is none. */
export const lastWord = (text: string): string => /(\p{L}+)\W*$/u.exec(text)?.[1] ?? "";

/** Fits a word for one and for many. */
export const eitherNumber = (word: string): string => {
  const shape = word.replace(/(?:ies|y)$/, "(?:y|ies)").replace(/([^s])s?$/, "$1s?");
  return shape === word ? escapeRegex(word) : shape;
};

/** Reads "12 items", "Items: 12" and the like; `words` are those beside the number, `pattern` finds it as its first group. */
export const numberIn = (
  text: string,
): { number: number; noun: string; words: string; pattern: string } | null => {
  const first = NUMBER_FIRST.exec(text);
  if (first) {
    const [, number = "", between = "", noun = ""] = first;
    const isState = /^(?:left|open|remaining|done|pending|unread)$/i.test(noun);
    // "3 items left", "1 item left".
    const pattern = isState
      ? [...between.trim().split(" ").filter(Boolean).map(eitherNumber), escapeRegex(noun)].join(" ")
      : `${escapeRegex(between)}${eitherNumber(noun)}`;
    return {
      number: Number(number),
      noun,
      words: `${between}${noun}`,
      pattern: String.raw`(\d+) ${pattern}`,
    };
  }
  const last = NUMBER_LAST.exec(text);
  if (!last) return null;
  const [, words = "", number = ""] = last;
  return {
    number: Number(number),
    noun: lastWord(words),
    words,
    pattern: `${escapeRegex(words)}:? (\\d+)`,
  };
};

/** The word fits any list. */
export const isGeneric = (noun: string): boolean => GENERIC.test(noun);

/** The lists that a text may count: by its noun, or the only one of the page where the noun fits any. */
const countedBy = (survey: PageSurvey, noun: string): SurveyCollection | null => {
  const lists = survey.collections.filter(({ target, rows }) => target !== null && rows > 0);
  const named = lists.filter(({ name }) => stem(lastWord(name)) === stem(noun));
  if (named.length === 1) return named[0] ?? null;
  const main = mainList(survey) ?? (lists.length === 1 ? (lists[0] ?? null) : null);
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? "";
  const isMeant = isGeneric(noun) || stem(lastWord(heading)) === stem(noun);
  return isMeant && lists.filter(({ rows }) => rows > 1).length <= 1 ? main : null;
};

/** "3 open tasks" are no count of all that are listed. */
export const isPart = ({ words, noun }: { words: string; noun: string }): boolean => {
  const named = words.split(" ").filter((word) => word !== noun);
  // In "29 events found" the word before says what is counted.
  const others = /^(?:found|shown|listed|displayed)$/i.test(noun) ? named.slice(0, -1) : named;
  return others.some((word) => !/^(?:all|total|number|of|found|shown|listed|in|the)$/i.test(word));
};

/** The counters of a page, each with the list that it counts; none of a list that is shown in parts, or of which the pieces may be meant. */
export const countersOf = (survey: PageSurvey): Counter[] =>
  survey.counters.flatMap(({ text }): Counter[] => {
    const found = numberIn(fold(text));
    const list = found && !isPart(found) ? countedBy(survey, found.noun) : null;
    if (!found || !list || list.paging || list.rows > MOST_ROWS) return [];
    if (Math.abs(found.number - list.rows) > MOST_OFF || piecesOf(list) === found.number) return [];
    return isSaidOnce(survey, found.pattern) ? [{ list, number: found.number, pattern: found.pattern }] : [];
  });

/** Numbers with the words that they count, of which the page shows just one each. */
export const numbersOn = (survey: PageSurvey): { pattern: string }[] =>
  survey.counters.flatMap(({ text }) => {
    const found = numberIn(fold(text));
    return found && isSaidOnce(survey, found.pattern) ? [{ pattern: found.pattern }] : [];
  });

/** Lists that are cut off have a round number of rows. */
export const isRound = (rows: number): boolean => rows >= 10 && rows % 5 === 0;

/** Where the text of a page's own part stands. */
export const mainOf = (survey: PageSurvey): Target =>
  survey.landmarks.some((landmark) => landmark === "main" || landmark.startsWith("main "))
    ? { role: "main" }
    : { css: "body" };
