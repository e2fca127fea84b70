import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  captureName,
  click,
  idle,
  literal,
  literalTarget,
  REFUSALS,
  withoutFaults,
} from "#core/generate/steps.ts";
import type { SitePeriods } from "#model/site-periods.ts";
import type { SitePage } from "#model/site-pages.ts";
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
  summary: "A page that shows a day or a week can be turned on and back, and its address says which it is.",
  looks: true,
  applies: (site) =>
    site.periods.flatMap((each) => {
      const page = site.pages.find(({ id }) => id === each.pageId);
      return [...(each.sign ? drafts(each, each.sign) : []), ...(page ? around(each, page) : [])];
    }),
});
