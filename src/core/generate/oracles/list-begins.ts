import { rowsOf } from "#core/explore/lists/lists.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { shows } from "#core/generate/records/found-items.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { choose, nameOfChoice } from "#core/generate/filter-choices.ts";
import {
  anyCase,
  asObject,
  click,
  idle,
  literal,
  literalTarget,
  searchFor,
  short,
} from "#core/generate/steps.ts";
import type { FilterOption, SiteFilter, SitePaging, SiteSearch } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { Target } from "#model/target.ts";

/** The next page of the list. */
const turned = (path: string, next: Target): StepDocument[] => [
  { goto: literal(path) },
  idle,
  click(next),
  idle,
];

const draft = (id: string, name: string, steps: StepDocument[]): Draft => ({
  id,
  title: `${name} shows what it has wherever in the list it is set`,
  steps,
  rank: 31,
});

const isOnNext = ({ kept }: SitePaging, control: Target | null): boolean =>
  control === null || kept.some((each) => JSON.stringify(each) === JSON.stringify(control));

/** What leaves the fewest rows, all of them in sight: they fit the first page alone. */
const fewest = ({ options, before }: SiteFilter): FilterOption | null => {
  const few = options.filter(
    ({ names, next, turnsStill, carried, problems }) =>
      names.length > 0 &&
      // Where a page of the list alone is narrowed, the others can be turned to then as well.
      next === null &&
      turnsStill !== true &&
      problems.length === 0 &&
      (carried || names.length < before.length),
  );
  return few.toSorted((a, b) => a.names.length - b.names.length)[0] ?? null;
};

const ofFilter = (filter: SiteFilter, paging: SitePaging | null): Draft[] => {
  const next = filter.list.paging?.next ?? null;
  const rows = rowsOf(filter.list);
  const option = fewest(filter);
  if (next === null || !rows || !option) return [];
  if (paging && ![filter.field, filter.apply, option.target].every((each) => isOnNext(paging, each)))
    return [];
  const target = literalTarget(rows);
  const shown = filter.options.filter(({ names }) => names.length > 0);
  // A word in the few rows of one choice may be there by chance.
  const isSaid = shown.length > 1 && shown.every(({ carried }) => carried);
  const name =
    filter.kind === "select" ? `"${short(filter.name, 30)}"` : `"${short(nameOfChoice(option), 30)}"`;
  return [
    draft(`filter-begins-${filter.pageId}-${slug(filter.name) || "select"}`, name, [
      ...turned(filter.path, next),
      ...choose(filter, option),
      { expect: { count: { target, min: 1 } } },
      ...(isSaid
        ? [{ expect: { each: { target: asObject(target), matches: anyCase(nameOfChoice(option)) } } }]
        : []),
    ]),
  ];
};

const ofSearch = (search: SiteSearch, paging: SitePaging | null): Draft[] => {
  const { pageId, path, field, trigger, term, item, rows, said } = search;
  // Where a page of the list alone is searched, the others can be turned to then as well.
  const isWhole = said !== undefined && rows.term < rows.before;
  const sends = typeof trigger === "string" ? null : trigger.submit;
  if (!paging || !search.found || !search.inPlace || search.suggests || !isWhole) return [];
  if (![field.target, sends].every((each) => isOnNext(paging, each))) return [];
  return [
    draft(`search-begins-${pageId}`, `"${short(field.name, 30)}"`, [
      ...turned(path, paging.next),
      ...searchFor(search, literal(term)),
      shows(search, item),
    ]),
  ];
};

const pagingOf = ({ pagings }: SiteModel, { pageId }: { pageId: string }): SitePaging | null =>
  pagings.find((paging) => paging.pageId === pageId) ?? null;

export const listBegins = defineOracle({
  id: "list-begins",
  joins: true,
  summary: "A search or a choice that is made on a later page of a list begins with the first page again.",
  looks: true,
  applies: (site) => [
    ...site.searches.flatMap((search) => ofSearch(search, pagingOf(site, search))),
    ...site.filters.flatMap((filter) => ofFilter(filter, pagingOf(site, filter))),
  ],
});
