import { withoutQuery } from "#core/explore/pages/address.ts";
import { isLog } from "#core/generate/logs.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";

/** What cases make, and remove again, may be in a list beside what was there. */
const ROOM = 2;

const IN_PARTS: NonNullable<SurveyCollection["paging"]> = {
  next: null,
  previous: null,
  label: null,
  numbered: false,
};

/**
 * Whether what cases make at an address stays there, as nothing removes it, or what they do is written down there: what was to
 * be seen of the list is pushed off its first part.
 */
export const growsAt = ({ pages, records }: SiteModel): ((path: string) => boolean) => {
  const stays = ({ remove, listed }: SiteRecord): boolean =>
    listed !== "never" && (remove === null || remove.stays === true);
  const made = records
    .filter(stays)
    .flatMap((record) => [record, ...record.form.fields.flatMap(({ refers }) => refers?.item ?? [])]);
  const growing = new Set([...made, ...pages.filter(isLog)].map(({ path }) => withoutQuery(path)));
  return (path) => growing.has(withoutQuery(path));
};

/**
 * How many rows the lists at an address may have so that they are still in one piece later on; no bound where nothing is
 * known of how long a part of them is. What is made there and cannot be removed makes them longer with each run.
 */
const mostAt = (site: SiteModel): ((path: string) => number) => {
  const sizes = new Map<string, number>();
  for (const { path, survey } of site.pages) {
    const list = mainList(survey);
    if (list?.paging) sizes.set(withoutQuery(path), Math.max(list.rows, sizes.get(withoutQuery(path)) ?? 0));
  }
  const grows = growsAt(site);
  return (path) => {
    const size = sizes.get(withoutQuery(path));
    if (size === undefined) return Number.POSITIVE_INFINITY;
    return grows(path) ? 0 : size - ROOM;
  };
};

/** With lists taken for parts that are all there is as yet, but may not be once cases have made some more of what they list. */
export const withRoom = (site: SiteModel): SiteModel => {
  const most = mostAt(site);
  const roomy = (page: SitePage): SitePage => {
    const limit = isByAddress(page) ? most(page.path) : Number.POSITIVE_INFINITY;
    const main = mainList(page.survey);
    if (!main || main.paging || main.rows <= limit) return page;
    const collections = page.survey.collections.map((list) =>
      list === main ? { ...list, paging: IN_PARTS } : list,
    );
    return { ...page, survey: { ...page.survey, collections } };
  };
  return {
    ...site,
    pages: site.pages.map(roomy),
    facets: site.facets.flatMap((facets) => {
      const choices = facets.choices.filter(({ number }) => number <= most(facets.path));
      return choices.length > 0 ? [{ ...facets, choices }] : [];
    }),
  };
};
