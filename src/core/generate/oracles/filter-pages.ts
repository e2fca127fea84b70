import type { StepDocument } from "#core/suite/grammar.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  anyCase,
  asObject,
  click,
  idle,
  literal,
  literalTarget,
  selectOne,
  short,
} from "#core/generate/steps.ts";
import type { FilterOption, SiteFilter } from "#model/site-lists.ts";

const id = ({ pageId, name }: SiteFilter): string => `${pageId}-${slug(name) || "select"}`;

const choose = (filter: SiteFilter, { label }: FilterOption): StepDocument[] => [
  ...(filter.field === null ? [] : [selectOne(filter.field, label)]),
  ...(filter.apply === null ? [] : [click(filter.apply)]),
  idle,
];

/** The next page of what was chosen has nothing else either. */
const keeps = (filter: SiteFilter): Draft[] => {
  const option = filter.options.find(({ carried, next, rows }) => carried && next !== null && rows !== null);
  if (!option?.next || !option.rows) return [];
  const rows = literalTarget(option.rows);
  return [
    {
      id: `filter-pages-${id(filter)}`,
      title: `The next page keeps to what "${short(filter.name, 30)}" was set to`,
      steps: [
        { goto: literal(filter.path) },
        ...choose(filter, option),
        click(option.next),
        idle,
        {
          expect: {
            each: {
              target: asObject(rows),
              matches: anyCase(option.label),
            },
          },
        },
        { expect: { count: { target: rows, min: 1 } } },
      ],
      rank: 30,
    },
  ];
};

export const filterPages = defineOracle({
  id: "filter-pages",
  joins: true,
  summary: "A list in pages keeps to what was chosen.",
  looks: true,
  applies: ({ filters }) =>
    filters
      .filter(({ kind, options }) => kind === "select" && options.some(({ carried }) => carried))
      .flatMap(keeps),
});
