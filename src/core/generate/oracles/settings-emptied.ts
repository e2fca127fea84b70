import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyForm } from "#model/survey.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  anew,
  click,
  fillOne,
  idle,
  literal,
  literalTarget,
  noErrors,
  openPage,
  short,
} from "#core/generate/steps.ts";

const draft = (page: SitePage, { fields, submit, emptied = [] }: SurveyForm): Draft[] => {
  const given = fields.filter(({ name, target }) => target !== null && emptied.includes(name));
  if (given.length === 0 || !submit?.target) return [];
  const sent = [click(submit.target), idle, ...openPage(page), ...anew(page)];
  const shows = (text: (value: string) => string): StepDocument[] =>
    given.map(({ target, value }) => ({
      expect: { value: { target: literalTarget(target ?? ""), is: text(value) } },
    }));
  const names = given.map(({ name }) => `"${short(name, 30)}"`).join(" and ");
  return [
    {
      id: `settings-${page.id}-emptied`,
      title: `What is emptied of ${names} stays empty`,
      steps: [
        ...openPage(page),
        ...given.map((field) => fillOne(field, "")),
        ...sent,
        ...shows(() => ""),
        ...given.map((field) => fillOne(field, literal(field.value))),
        ...sent,
        ...shows(literal),
        noErrors(page.problems, page.behindLogin),
      ],
      rank: 14,
    },
  ];
};

export const settingsEmptied = defineOracle({
  id: "settings-emptied",
  summary: "A text of a form that shows what is stored is empty once it was emptied, where it may be.",
  applies: (site) => site.pages.flatMap((page) => page.survey.forms.flatMap((form) => draft(page, form))),
});
