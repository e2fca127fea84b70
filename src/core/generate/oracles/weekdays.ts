import { isAnswered } from "#core/explore/pages/by-address.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { literal, literalTarget, openPage } from "#core/generate/steps.ts";
import { wrongWeekdaysIn } from "#core/generate/days/weekdays.ts";

const MOST_ON_PAGE = 3;
const MOST_PAGES = 8;

const without = ({ survey }: SitePage, text: string): StepDocument => {
  const whose = survey.text.includes(text) ? { target: literalTarget(mainOf(survey)) } : {};
  return { expect: { text: { ...whose, contains: literal(text), not: true } } };
};

export const weekdays = defineOracle({
  id: "weekdays",
  summary: 'A day that is a Saturday is not called "Sunday, 28 November 2026".',
  looks: true,
  applies(site) {
    const seen = new Map<string, string>();
    const found = [...site.pages, ...site.samples].filter(isAnswered).flatMap((page) => {
      const wrong = page.survey.dated
        .flatMap((text) => wrongWeekdaysIn(text, page.survey.lang))
        .filter(({ text, day }) => !seen.has(text) && seen.set(text, day));
      return wrong.length === 0 ? [] : [{ page, wrong: wrong.slice(0, MOST_ON_PAGE) }];
    });
    const [[text, day] = []] = seen;
    if (text === undefined) return [];
    return [
      {
        id: "weekdays",
        title: `Days bear their own weekday: no "${text}", as ${day}`,
        steps: found
          .slice(0, MOST_PAGES)
          .flatMap(({ page, wrong }) => [
            ...openPage(page),
            ...wrong.map(({ text: each }) => without(page, each)),
          ]),
        rank: 6,
      },
    ];
  },
});
