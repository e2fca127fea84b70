import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues, readDuration } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { NO_SUM, adds } from "./sum-columns.ts";
import type { Column } from "./sum-columns.ts";

/** Says that a length of time is that of all. */
const OF_ALL =
  /\b(?:total|in all|altogether|overall|in sum|(?:this|the|per) (?:day|week|month|year)|summe|gesamt|insgesamt|(?:diese|dieser) (?:woche|monat)|cette semaine|ce mois|esta semana|totale)\b/iu;
const OTHER = /\b(?:target|planned|average|difference|balance|left|remaining|of|out of) *$/i;
/** What is off by more is about something else. */
const MOST_OFF = 10;

const stem = (word: string): string => word.toLowerCase().slice(0, Math.max(4, word.length - 2));

/** A length of time beside a table, in words of its column: "4 h 15 min of cooking this week" for "Cooking time". */
export const timeBeside = (
  survey: PageSurvey,
  list: SurveyCollection,
  times: readonly Column[],
): StepDocument[] => {
  const [column, ...others] = times;
  if (!column || others.length > 0 || list.items.length < 2) return [];
  const heading = fold(list.columns[column.index]?.name ?? "");
  const words = (heading.match(/\p{L}{4,}/gu) ?? []).map(stem);
  if (NO_SUM.test(heading) || words.length === 0) return [];
  const sum = column.numbers.reduce((all, each) => all + each, 0);
  const cells = list.items.map(({ text }) => fold(text));
  return [...new Set(findValues(survey.text, "duration"))].flatMap((shown): StepDocument[] => {
    // A sentence of its own: what stands beside each other in tiles has no end.
    const pattern = new RegExp(
      `([^.,;:!?]*)${escapeRegex(shown)}( (?:of|for|spent|on|in) [\\p{L} -]{3,50})(?=[.,;!?)]|$)`,
      "gu",
    );
    const found = [...survey.text.matchAll(pattern)].filter(
      ([, , behind = ""]) => words.some((word) => behind.toLowerCase().includes(word)) && OF_ALL.test(behind),
    );
    const [, before = "", behind = ""] = found[0] ?? [];
    const total = readDuration(shown);
    const called = fold(behind);
    if (found.length !== 1 || total === null || OTHER.test(before) || NO_SUM.test(called)) return [];
    if (cells.some((text) => text.includes(called)) || survey.text.split(called).length !== 2) return [];
    if (sum === 0 || total > sum * MOST_OFF || total * MOST_OFF < sum) return [];
    return [adds(column, null, { text: called })];
  });
};
