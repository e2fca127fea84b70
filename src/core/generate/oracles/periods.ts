import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import {
  captureName,
  click,
  idle,
  literal,
  literalTarget,
  REFUSALS,
  selectOne,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";
import type { SitePeriods } from "#model/site-periods.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

const MONTHS = 12;

type Sign = NonNullable<SitePeriods["sign"]>;

/** Ahead, and before the first of what there is, there may be nothing to show; to break at that is no answer. */
const around = ({ pageId, path, next, previous, turns }: SitePeriods, page: SitePage): Draft[] => {
  const turned = (control: Target | null, times: number): StepDocument[] =>
    control === null || times === 0
      ? []
      : [
          { goto: literal(path) },
          idle,
          ...Array.from({ length: times }, () => [click(control), idle]).flat(),
        ];
  const steps = [...turned(previous, turns.back), ...turned(next, turns.on)];
  return steps.length === 0
    ? []
    : [
        {
          id: `periods-${pageId}-around`,
          title: "What was before and what comes after is shown without errors",
          steps: [...steps, withoutFaults(page.problems, page.behindLogin, [" 404", ...REFUSALS])],
          rank: 25,
        },
      ];
};

/** It says of which time the page is, as what turns it does. */
const OF_TIME =
  /\d{4}|\b(?:day|date|week|month|quarter|year|period|range|interval|days|dates|weeks|months|quarters|years|daily|weekly|monthly|quarterly|yearly|last|past|quartal|trimestre|from|to|today|tag|datum|woche|monat|jahr|jour|semaine|mois|ann[ée]e|d[íi]a|semana|mes|a[ñn]o|giorno|settimana|mese|anno)\b/i;

type Choice = { name: string; target: Target; field: SurveyField; submit: Target | null; option: string };

/** Another choice of what the page is of, such as a team. */
const choiceOn = ({ filters, views }: SiteModel, page: SitePage): Choice | null => {
  const fields = page.survey.forms.flatMap((form) => form.fields);
  const all = [
    ...filters.map(({ pageId, name, field, apply, options }) => {
      return { pageId, name, target: field, submit: apply, options: options.map(({ label }) => label) };
    }),
    ...views,
  ];
  for (const { pageId, name, target, submit, options } of all) {
    const key = JSON.stringify(target);
    const field = fields.find((each) => JSON.stringify(each.target) === key);
    const option = options.find((each) => each !== field?.value);
    const isOfTime = [name, ...options].some((text) => OF_TIME.test(text));
    if (pageId === page.id && target && field?.type === "select" && option !== undefined && !isOfTime)
      return { name, target, field, submit, option };
  }
  return null;
};

/** What was chosen is so on the next page of days as well. */
const keeps = (site: SiteModel, { pageId, path, next }: SitePeriods, page: SitePage): Draft[] => {
  const choice = choiceOn(site, page);
  if (choice === null) return [];
  const { name, target, field, submit, option } = choice;
  return [
    {
      id: `periods-${pageId}-keeps`,
      title: `What is chosen of "${short(name, 30)}" is so still when one turns on`,
      steps: [
        { goto: literal(path) },
        idle,
        selectOne(target, option),
        ...(submit === null ? [] : [click(submit)]),
        idle,
        click(next),
        idle,
        // A column of a table beside it may be called so, too.
        { expect: { value: { target: fieldItself(field), is: literal(option) } } },
      ],
      rank: 24,
    },
  ];
};

const drafts = (periods: SitePeriods, sign: Sign): Draft[] => {
  const { pageId, path, next, previous, today, monthly, addressed } = periods;
  const target = literalTarget(sign.target);
  const [first, second] = [captureName("first_shown", pageId), captureName("then_shown", pageId)];
  const note = (name: string): StepDocument => ({
    capture: { [name]: { text: target, ...(sign.match !== null && { match: sign.match }) } },
  });
  const shows = (name: string): StepDocument => {
    const words = `\${${name}}`;
    return { expect: { text: { target, ...(sign.match === null ? { is: words } : { contains: words }) } } };
  };
  const leaves = (name: string): StepDocument => {
    const words = `\${${name}}`;
    const match = sign.match === null ? { is: words } : { contains: words };
    return { expect: { text: { target, ...match, not: true } } };
  };
  const opened = [{ goto: literal(path) }, idle, note(first)];
  const on = [click(next), idle];
  const back = previous === null ? [] : [...on, leaves(first), click(previous), idle, shows(first)];
  const now = !today
    ? []
    : today.works
      ? [...on, leaves(first), click(today.target), idle, shows(first)]
      : [...on, note(second), click(today.target), idle, leaves(second)];
  return [
    ...(back.length + now.length === 0
      ? []
      : [
          {
            id: `periods-${pageId}`,
            title: "One can turn on to the next day or week, and come back from there",
            steps: [...opened, ...back, ...now],
            rank: 19,
          },
        ]),
    ...(monthly
      ? [
          {
            id: `periods-${pageId}-year`,
            title: "Twelve months on it is the next year",
            steps: [...opened, ...Array.from({ length: MONTHS }, () => on).flat(), leaves(first)],
            rank: 26,
          },
        ]
      : []),
    ...(periods.monthEnd
      ? [
          {
            id: `periods-${pageId}-month`,
            title: "The day after the last one of a month is the first of the next",
            steps: [
              { goto: literal(periods.monthEnd.from) },
              idle,
              click(next),
              { expect: { url: { is: literal(periods.monthEnd.to) } } },
            ],
            rank: 27,
          },
        ]
      : []),
    ...(addressed
      ? [
          {
            id: `periods-${pageId}-address`,
            title: "The day or week that the address names is the one that is shown",
            steps: [...opened, ...on, leaves(first), note(second), "reload" as const, idle, shows(second)],
            rank: 20,
          },
        ]
      : []),
  ];
};

export const periods = defineOracle({
  id: "periods",
  summary:
    "A page that shows a day or a week can be turned on and back, and its address says which it is; what else was chosen stays.",
  looks: true,
  applies: (site) =>
    site.periods.flatMap((each) => {
      const page = site.pages.find(({ id }) => id === each.pageId);
      return [
        ...(each.sign ? drafts(each, each.sign) : []),
        ...(page ? [...around(each, page), ...keeps(site, each, page)] : []),
      ];
    }),
});
