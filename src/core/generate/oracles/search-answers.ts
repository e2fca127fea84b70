import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { termOf } from "#core/explore/lists/lists.ts";
import { searchFields } from "#core/explore/probes/probe-search.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { click, fillOne, openPage, short, withoutFaults } from "#core/generate/steps.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** What scripts write when a question is asked anew before it was answered. */
const GIVEN_UP = ["console error: htmx:", "AbortError", "sendAbort"];

const MOST = 6;

/** A word that stands on the page in large letters. */
const wordOf = ({ survey, title }: SitePage): string | null =>
  [...survey.headings.map(({ text }) => text), title].map(termOf).find((word) => word !== null) ?? null;

const draft = (page: SitePage, form: SurveyForm, field: SurveyField): Draft[] => {
  const word = wordOf(page);
  if (word === null || field.target === null || !isSteadyTarget(field.target)) return [];
  const send: StepDocument = form.submit?.target
    ? click(form.submit.target)
    : { press: { key: "Enter", target: fieldItself(field) } };
  return [
    {
      id: `search-answers-${page.id}-${slug(field.name) || "field"}`,
      title: `A search with "${short(field.name || form.name || "the search field", 30)}" is answered without errors, and markup in it is text`,
      steps: [
        ...openPage(page),
        fillOne(field, word),
        send,
        { wait_for: "idle" },
        // That nothing is found is an answer as well.
        withoutFaults(page.problems, page.behindLogin, [" 404", ...GIVEN_UP]),
        ...openPage(page),
        fillOne(field, "<samp>markup</samp>"),
        send,
        { wait_for: "idle" },
        { expect: { count: { target: { css: "samp" }, is: 0 } } },
      ],
      rank: 56,
    },
  ];
};

export const searchAnswers = defineOracle({
  id: "search-answers",
  joins: true,
  summary: "A search of which it is not known what it finds is answered, and markup in it is shown as text.",
  looks: true,
  applies(site) {
    const key = ({ name, type }: SurveyField): string => `${type} ${name}`;
    const seen = new Set(site.searches.filter(({ found }) => found).map(({ field }) => key(field)));
    return site.pages
      .filter(isByAddress)
      .flatMap((page) =>
        searchFields(page.survey)
          .filter(({ field }) => !seen.has(key(field)) && Boolean(seen.add(key(field))))
          .flatMap(({ form, field }) => draft(page, form, field)),
      )
      .slice(0, MOST);
  },
});
