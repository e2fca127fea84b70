import { defineOracle } from "#core/generate/define-oracle.ts";
import {
  isEnglish,
  notOne,
  notOneOfTime,
  oneAsSeveral,
  severalOn,
} from "#core/generate/counts/plural-words.ts";
import { openPage } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const MOST_OF_TIME = 3;

export const plurals = defineOracle({
  id: "plurals",
  summary:
    'One of what is counted elsewhere as "2 comments" is no "1 comments", and nothing is due "in 1 days".',
  looks: true,
  applies({ pages }) {
    const english = pages.filter((page) => isEnglish(page) && isByAddress(page));
    const many = severalOn(english);
    const seen = new Set<string>();
    let ofTime = 0;
    const steps = english.flatMap((page): StepDocument[] => {
      const wrong = oneAsSeveral(page).filter((word) => many.has(word) && !seen.has(word) && seen.add(word));
      const time = ofTime < MOST_OF_TIME ? notOneOfTime(page) : [];
      ofTime += time.length;
      const expects = [...wrong.map((word) => notOne(page, word)), ...time];
      return expects.length === 0 ? [] : [...openPage(page), ...expects];
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
