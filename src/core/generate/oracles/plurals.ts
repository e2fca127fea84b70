import { fold } from "#core/explore/lists.ts";
import { mainOf } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { literalTarget, openPage } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import { isByAddress } from "#core/explore/by-address.ts";

const STATE = "(?: (?:left|open|remaining|selected|found|in total))?";
const ONE = new RegExp(String.raw`^\(?1 (\p{Ll}{2,}s)${STATE}\)?$`, "u");
const SEVERAL = new RegExp(String.raw`^\(?(?:0|[2-9]|\d{2,}) (\p{Ll}{2,}s)${STATE}\)?$`, "u");
/** Words that end alike for one and for many, or in an s of their own. */
const ALIKE = /(?:ss|us|is|as|os|series|species|news|means|pcs|hrs|mins|secs|pts|lbs|kms)$/;

/** Short texts of their own: numbers with what they count. */
const textsOn = ({ survey }: SitePage): string[] =>
  [...survey.headings, ...survey.counters].map(({ text }) => fold(text));

const isEnglish = ({ survey }: SitePage): boolean => /^en\b/i.test(survey.lang ?? "en");

const wordsIn = (texts: string[], shape: RegExp): string[] =>
  texts.flatMap((text) => shape.exec(text)?.[1] ?? []).filter((word) => !ALIKE.test(word));

export const plurals = defineOracle({
  id: "plurals",
  summary: 'One of what is counted elsewhere as "2 comments" is no "1 comments".',
  looks: true,
  applies({ pages }) {
    const english = pages.filter((page) => isEnglish(page) && isByAddress(page));
    const many = new Set(wordsIn(english.flatMap(textsOn), SEVERAL));
    const seen = new Set<string>();
    const steps = english.flatMap((page): StepDocument[] => {
      const wrong = wordsIn(textsOn(page), ONE).filter(
        (word) => many.has(word) && !seen.has(word) && seen.add(word),
      );
      const target = literalTarget(mainOf(page.survey));
      return wrong.length === 0
        ? []
        : [
            ...openPage(page),
            ...wrong.map((word): StepDocument => ({
              expect: { text: { target, matches: String.raw`(?<![\d.,])1 ${word}\b`, not: true } },
            })),
          ];
    });
    return steps.length === 0
      ? []
      : [
          {
            id: "plurals",
            title: "What there is one of is not called as if there were several",
            steps,
            rank: 28,
          },
        ];
  },
});
