import { relativeTo } from "#core/explore/address.ts";
import { isByAddress } from "#core/explore/by-address.ts";
import { fold, itemName } from "#core/explore/lists.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";

/** The pages of a list's items, as far as they were opened. */
export const itemPages = (
  site: SiteModel,
  list: SurveyCollection,
): { item: SurveyItem; page: SitePage }[] => {
  const known = new Map(
    [...site.samples, ...site.pages]
      .filter((page) => isByAddress(page) && !page.path.includes("?"))
      .map((page) => [page.path, page]),
  );
  return list.items.flatMap((item) => {
    const link = item.links.find(({ text }) => fold(text) === itemName(item));
    const page = link ? known.get(relativeTo(site.origin, link.href)) : undefined;
    return page?.survey.text.includes(itemName(item)) ? [{ item, page }] : [];
  });
};
