import { withoutInitials } from "#core/explore/lists/initials.ts";
import { relativeTo } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, itemName } from "#core/explore/lists/lists.ts";
import { turned } from "#core/explore/forms/turned-names.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";

/** The pages that were opened by their address, by that. */
export const openedPages = (site: SiteModel): ReadonlyMap<string, SitePage> =>
  new Map([...site.samples, ...site.pages].filter(isByAddress).map((page) => [page.path, page]));

/** The pages of a list's items, as far as they were opened; addresses with a query are none. */
export const itemPages = (
  site: SiteModel,
  list: SurveyCollection,
): { item: SurveyItem; page: SitePage }[] => {
  const known = openedPages(site);
  return list.items.flatMap((item) => {
    const link = item.links.find(({ text }) => withoutInitials(fold(text)) === itemName(item));
    const page = link ? known.get(relativeTo(site.origin, link.href)) : undefined;
    const isNamed = [itemName(item), turned(itemName(item))].some(
      (name) => name !== null && page?.survey.text.includes(name),
    );
    const isOfItem = isNamed && page !== undefined && !page.path.includes("?");
    return page && isOfItem ? [{ item, page }] : [];
  });
};

/** Just one row of the list has the name in it. */
export const isToldByName = ({ items }: SurveyCollection, name: string): boolean =>
  items.filter(({ text }) => fold(text).includes(name)).length === 1;
