import { slug } from "#core/explore/pages/states.ts";
import { rowsOf } from "#core/explore/lists/lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { choose, makeChoice } from "#core/generate/filter-choices.ts";
import { click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { FilterChoice, SiteFilter, SiteFilterPair } from "#model/site-lists.ts";
import type { Target } from "#model/target.ts";

const nameOf = (choice: FilterChoice): string =>
  choice.kind === "select" ? choice.name : choice.search.field.name;

/** What only one of two choices shows is not there where both are made, and what both show is. */
const together = (pair: SiteFilterPair): Draft => {
  const item = (name: string): Target => ({
    text: literal(name),
    exact: true,
    within: literalTarget(pair.list),
  });
  const names = pair.choices.map(nameOf);
  return {
    id: `filters-together-${pair.pageId}-${slug(names.join(" "))}`,
    title: `"${names.map((name) => short(name, 30)).join('" and "')}" together show what fits both`,
    steps: [
      { goto: literal(pair.path) },
      idle,
      ...pair.choices.flatMap(makeChoice),
      ...(pair.shown === null ? [] : [{ expect: { visible: item(pair.shown) } }]),
      ...pair.hidden.map((name) => ({ expect: { hidden: item(name) } })),
    ],
    rank: 17,
  };
};

/** What takes all choices back brings all rows back. */
const clear = (filter: SiteFilter): Draft[] => {
  const rows = rowsOf(filter.list);
  const option = filter.options.find(
    ({ names, clear: control }) =>
      control !== null && names.length > 0 && names.length !== filter.before.length,
  );
  if (!rows || !option?.clear) return [];
  const count = { count: literalTarget(rows) };
  return [
    {
      id: `filters-clear-${filter.pageId}`,
      title: `What clears the filters of ${short(filter.path, 60)} brings all rows back`,
      steps: [
        { goto: literal(filter.path) },
        idle,
        { capture: { rows_of_all: count } },
        ...choose(filter, option),
        click(option.clear),
        { expect: { count: { target: count.count, is: "${rows_of_all}" } } },
      ],
      rank: 20,
    },
  ];
};

const byPage = <T extends { pageId: string }>(all: T[]): T[][] => [
  ...Map.groupBy(all, ({ pageId }) => pageId).values(),
];

export const filterPairs = defineOracle({
  id: "filter-pairs",
  joins: true,
  summary: "Two filters of a list show what fits both, and what clears them brings everything back.",
  looks: true,
  applies: ({ filterPairs: pairs, filters }) => [
    ...pairs.map(together),
    ...byPage(filters).flatMap((of) => of.flatMap(clear).slice(0, 1)),
  ],
});
