import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { findValues } from "#core/suite/order.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, headingOf, isUnique, itemName, mainList } from "#core/explore/lists/lists.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { itemPages } from "#core/generate/records/item-pages.ts";
import { rowOfItem } from "#core/generate/records/row-and-page.ts";
import { captureName, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";

/** Two lists with so many columns in common are of the same things. */
const LEAST_COMMON = 4;

/** An amount of an item as its list and another list say it, under the same heading. */
type Amount = { item: SurveyItem; own: SitePage; column: string; listed: string; elsewhere: string };

const amountIn = (cell: string | undefined): string | null => {
  const text = fold(cell ?? "");
  return findValues(text, "money")[0] === text && /[1-9]/.test(text) ? text : null;
};

const headingsOf = (list: SurveyCollection): string[] =>
  list.columns.flatMap((_, at) => headingOf(list, at) ?? []);

/** What other lists with the same columns say of the item under the heading. */
const elsewhere = (
  site: SiteModel,
  from: SitePage,
  list: SurveyCollection,
  name: string,
  column: string,
): string[] => {
  const known = new Set(headingsOf(list));
  return site.pages
    .filter((page) => isByAddress(page) && withoutQuery(page.path) !== withoutQuery(from.path))
    .flatMap(({ survey }) => survey.collections)
    .filter((other) => headingsOf(other).filter((heading) => known.has(heading)).length >= LEAST_COMMON)
    .flatMap((other): string[] => {
      const at = other.columns.findIndex((_, index) => headingOf(other, index) === column);
      return other.items
        .filter((item) => itemName(item) === name)
        .flatMap(({ cells }) => amountIn(cells[at]) ?? []);
    });
};

/** The page of the item, which lies below its list, has the amount of the other list: it is meant. */
const amountsOf = (site: SiteModel, from: SitePage, list: SurveyCollection): Amount[] =>
  itemPages(site, list)
    .filter(({ page }) => page.path.startsWith(`${withoutQuery(from.path)}/`))
    .flatMap(({ item, page: own }) => {
      const shown = findValues(own.survey.text, "money");
      return list.columns.flatMap((_, at): Amount[] => {
        const column = headingOf(list, at);
        const listed = amountIn(item.cells[at]);
        if (column === null || listed === null) return [];
        const [said, ...others] = new Set(elsewhere(site, from, list, itemName(item), column));
        return said !== undefined && others.length === 0 && shown.includes(said)
          ? [{ item, own, column, listed, elsewhere: said }]
          : [];
      });
    });

const draft = (site: SiteModel, from: SitePage): Draft[] => {
  const list = mainList(from.survey);
  if (!isByAddress(from) || list?.kind !== "table" || !isUnique(list.items.map(itemName))) return [];
  const all = amountsOf(site, from, list);
  const told = all.find(({ listed, elsewhere: said }) => listed !== said) ?? all[0];
  const row = told ? rowOfItem(list, told.item) : null;
  if (!told || !row) return [];
  const name = captureName("amount_of", from.id);
  const { own, column } = told;
  return [
    {
      id: `same-amounts-${from.id}`,
      title: `The page of an item has what its list says under "${short(column, 30)}"`,
      steps: [
        ...openPage(from),
        idle,
        { capture: { [name]: { text: { column: literal(column) } } }, within: literalTarget(row) },
        { goto: literal(own.path) },
        idle,
        { expect: { text: { target: literalTarget(mainOf(own.survey)), contains: `\${${name}}` } } },
      ],
      rank: 21,
    },
  ];
};

export const sameAmounts = defineOracle({
  id: "same-amounts",
  summary:
    "An amount of an item in its list is on the item's page, where that has the amount which another list says under the same heading.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.flatMap((page) => {
      const kind = withoutQuery(page.pattern);
      const found = seen.has(kind) ? [] : draft(site, page);
      if (found.length > 0) seen.add(kind);
      return found;
    });
  },
});
