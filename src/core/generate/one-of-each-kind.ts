import { withoutQuery } from "#core/explore/pages/address.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";

const MOST = 20;

const rich = ({ survey }: SitePage): number =>
  survey.forms.length + survey.collections.filter(({ rows }) => rows > 0).length;

/** One page of each kind, those with most to use first, of those that `first` is true of before all others. */
export const oneOfEachKind = (
  site: SiteModel,
  first: (page: SitePage) => boolean = () => false,
): SitePage[] => {
  const seen = new Set<string>();
  return site.pages
    .filter(isAnswered)
    .toSorted((a, b) => Number(first(b)) - Number(first(a)) || rich(b) - rich(a))
    .filter(({ pattern, setup }) => {
      const kind = `${withoutQuery(pattern)} ${setup.length}`;
      return !seen.has(kind) && Boolean(seen.add(kind));
    })
    .slice(0, MOST);
};
