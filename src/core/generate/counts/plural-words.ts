import { fold } from "#core/explore/lists/lists.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import { mainOf } from "./counts.ts";
import { literalTarget } from "#core/generate/steps.ts";

const STATE = "(?: (?:left|open|remaining|selected|found|in total))?";
const ONE = new RegExp(String.raw`^\(?1 (\p{Ll}{2,}s)${STATE}\)?$`, "u");
const SEVERAL = new RegExp(String.raw`^\(?(?:0|[2-9]|\d{2,}) (\p{Ll}{2,}s)${STATE}\)?$`, "u");
/** Words that end alike for one and for many, or in an s of their own. */
const ALIKE =
  /(?:ss|us|is|as|os|series|species|news|means|goods|sales|yes|sms|gps|minutes|hours|days|pcs|hrs|mins|secs|pts|lbs|kms)$/;

/** Short texts of their own: numbers with what they count. */
const textsOn = ({ survey }: SitePage): string[] =>
  [...survey.headings, ...survey.counters].map(({ text }) => fold(text));

/** Only of English it is known what several are called. */
export const isEnglish = ({ survey }: SitePage): boolean => /^en\b/i.test(survey.lang ?? "en");

const wordsIn = (texts: string[], shape: RegExp): string[] =>
  texts.flatMap((text) => shape.exec(text)?.[1] ?? []).filter((word) => !ALIKE.test(word));

/** What the pages count several of: "comments" of "2 comments". */
export const severalOn = (pages: SitePage[]): Set<string> =>
  new Set(wordsIn(pages.flatMap(textsOn), SEVERAL));

const UNITS = "minutes|hours|days|weeks|months|years";
/** In prose; "1 days" alone may be a number and the unit that it is given in. */
const ONE_OF_TIME = String.raw`\bin 1 (?:${UNITS})\b|(?<![\d.,:/-])\b1 (?:${UNITS}) (?:ago|overdue)\b`;

/** That the page does not say "due in 1 days"; nothing where it does not. */
export const notOneOfTime = ({ survey }: SitePage): StepDocument[] =>
  new RegExp(ONE_OF_TIME, "u").test(survey.text)
    ? [{ expect: { text: { target: literalTarget(mainOf(survey)), matches: ONE_OF_TIME, not: true } } }]
    : [];

/** What the page calls so although it counts one: "comments" of "1 comments". */
export const oneAsSeveral = (page: SitePage): string[] => wordsIn(textsOn(page), ONE);

/** That the page does not say "1 comments". */
export const notOne = ({ survey }: SitePage, word: string): StepDocument => ({
  expect: {
    text: {
      target: literalTarget(mainOf(survey)),
      matches: String.raw`(?<![\d.,])1 ${word}\b`,
      not: true,
    },
  },
});

/** That no text of its own calls one thing by a word for several of those that the page knows; for when a search may have left one. */
export const oneIsNoSeveral = (page: SitePage): StepDocument[] =>
  isEnglish(page)
    ? [...severalOn([page])].map((word): StepDocument => ({
        expect: { hidden: { text: `1 ${word}`, exact: true, within: literalTarget(mainOf(page.survey)) } },
      }))
    : [];
