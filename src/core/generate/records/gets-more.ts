import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { CART_ADD, CREATE, NEW_AT } from "#core/explore/words.ts";

const makesItem = (name: string): boolean =>
  CREATE.test(name) && !CART_ADD.test(name) && !/account|register|konto|compte|cuenta/i.test(name);

/** What a form makes on the page, or below its address, stays: it may be the first of the list, and come to nothing yet. */
export const getsMore = (site: SiteModel, { path }: SitePage): boolean => {
  const records = site.records.filter((record) => record.path === path);
  if (records.length > 0) return records.some(({ remove }) => remove === null);
  return site.pages.some((each) => {
    const isForNew = each.path.startsWith(`${path.replace(/\/$/, "")}/`) && NEW_AT.test(each.path);
    const { forms } = each.survey;
    const shown = [...forms, ...each.reveals.flatMap((reveal) => reveal.forms)];
    return (
      (isForNew || each.path === path) &&
      shown.some(
        ({ purpose, tried, submit }) =>
          purpose === "other" && tried !== "refused" && (isForNew || makesItem(submit?.name ?? "")),
      )
    );
  });
};
