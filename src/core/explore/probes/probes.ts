import { withoutQuery } from "#core/explore/pages/address.ts";
import type { SitePaging, SiteSearch, SiteSort } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { probeFacets } from "./probe-facets.ts";
import { probeFilterCombos } from "./probe-filter-combos.ts";
import { probeFilterPairs } from "./probe-filter-pairs.ts";
import { probeFilters } from "./probe-filter.ts";
import { probeLostChoices } from "./probe-lost-choices.ts";
import { probeLostTabs } from "./probe-lost-tabs.ts";
import { probePageSizes } from "./probe-page-sizes.ts";
import { probePaging } from "./probe-paging.ts";
import { probeQuestions } from "./probe-questions.ts";
import { probeRanges } from "./probe-ranges.ts";
import { probeSelections } from "./probe-selections.ts";
import { probeSortedSelections } from "./probe-sorted-selections.ts";
import { probeSwitches } from "./probe-switches.ts";
import { probeViews } from "./probe-views.ts";
import { probeSearch, searchFields } from "./probe-search.ts";
import { searchPages } from "#core/explore/lists/search-pages.ts";
import { probeHeaderSorts } from "./probe-header-sorts.ts";
import { probeSelectSort } from "./probe-select-sort.ts";
import { sortFields } from "#core/explore/lists/sort-orders.ts";
import { isOfItems, mainList, textsOf } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isVariant } from "#core/explore/pages/variants.ts";

const PER_KIND = { thorough: 8, quick: 4 };
/** A page is turned with a click or two. */
const MOST_TURNED = { thorough: 12, quick: 4 };
/** Each of their headings takes several clicks. */
const MOST_HEADED = 6;

/** Lines of a text are looked for last. */
const rowsOfItems = ({ survey }: SitePage): number => {
  const list = mainList(survey);
  if (!list) return 0;
  return isOfItems(list) ? 1 + list.rows : list.rows / (1 + list.rows);
};

/** Tries searching, sorting and paging on the lists that were found: these change nothing in the app. */
export const probeLists = async (
  walk: Walk,
  pages: SitePage[],
): Promise<
  Pick<
    SiteModel,
    | "searches"
    | "sorts"
    | "pagings"
    | "pageSizes"
    | "filters"
    | "filterPairs"
    | "filterCombos"
    | "lostChoices"
    | "lostTabs"
    | "switches"
    | "questions"
    | "views"
    | "selections"
    | "sortedSelections"
    | "facets"
    | "ranges"
  >
> => {
  const depth = isThorough(walk) ? "thorough" : "quick";
  const most = PER_KIND[depth];
  const searches: SiteSearch[] = [];
  const sorts: SiteSort[] = [];
  const pagings: SitePaging[] = [];
  const probed = new Set<string>();
  const once = (key: string): boolean => !probed.has(key) && Boolean(probed.add(key));
  const first = pages.filter((page) => !isVariant(page, pages));
  const usable = first.filter(isByAddress);
  // A search that is on every page is best tried where its list is.
  const byList = usable.toSorted((a, b) => rowsOfItems(b) - rowsOfItems(a));

  for (const page of byList) {
    for (const { form, field } of searchFields(page.survey)) {
      if (walk.over() || searches.length >= most) break;
      const target = JSON.stringify(field.target);
      const known = searches.some(
        (each) => each.found && !each.inPlace && JSON.stringify(each.field.target) === target,
      );
      if (known || !once(`search ${withoutQuery(form.action ?? page.pattern)} ${field.name}`)) continue;
      walk.progress(`searching with "${field.name}" on ${page.path}`);
      const found = await probeSearch(walk, page, form, field);
      if (!found) continue;
      const pages = await searchPages(walk, page, found);
      searches.push({ ...found, ...(pages && { pages }) });
    }
  }
  for (const page of usable) {
    if (walk.over()) break;
    const list = mainList(page.survey);
    if (!list) continue;
    const shown = textsOf(list);
    const like = `${list.kind} ${list.name} ${list.columns.map(({ name }) => name).join(" ")} ${page.survey.structure}`;
    for (const { form, field } of sortFields(page.survey)) {
      if (sorts.length >= most || !once(`sort ${withoutQuery(page.pattern)} ${field.name}`)) continue;
      walk.progress(`sorting with "${field.name}" on ${page.path}`);
      const sort = await probeSelectSort(walk, page, list, form, field);
      if (sort) sorts.push(sort);
    }
    // Neither a list built like another, nor the same list on another page.
    const isFirst = (what: string): boolean =>
      [once(`${what} ${like}`), once(`${what} of ${shown}`)].every((first) => first);
    const listsWithHeadings = new Set(
      sorts.flatMap(({ control, path }) => (control.kind === "header" ? [path] : [])),
    );
    if (listsWithHeadings.size < Math.min(most, MOST_HEADED) && isFirst("headers")) {
      sorts.push(...(await probeHeaderSorts(walk, page, list)));
    }
    if (list.paging?.next && pagings.length < MOST_TURNED[depth] && isFirst("paging")) {
      walk.progress(`turning the pages of ${page.path}`);
      const paging = await probePaging(walk, page, list);
      if (paging) pagings.push(paging);
    }
  }
  const filters = await probeFilters(walk, first);
  const filterPairs = await probeFilterPairs(walk, filters, searches);
  return {
    searches,
    questions: await probeQuestions(walk, first, searches),
    sorts,
    pagings,
    filters,
    filterPairs,
    filterCombos: await probeFilterCombos(walk, filters, filterPairs),
    lostChoices: await probeLostChoices(walk, filters, searches),
    lostTabs: await probeLostTabs(walk, first, filters),
    switches: await probeSwitches(walk, first, filters),
    views: await probeViews(walk, first, filters),
    selections: await probeSelections(walk, first),
    sortedSelections: await probeSortedSelections(walk, first, sorts),
    facets: await probeFacets(walk, first),
    ranges: await probeRanges(walk, first),
    pageSizes: await probePageSizes(walk, first, pagings),
  };
};
