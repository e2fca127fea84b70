import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { relativeTo, tabOf, withoutQuery } from "#core/explore/pages/address.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { isOwnWords } from "#core/generate/own-words.ts";
import { GOES_ON, OF_NONE_YET, isDangerous } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { click, keepsAddress, literal, openPage } from "#core/generate/steps.ts";
import { leadsUp } from "#core/generate/leads-up.ts";
import { isInNavigation, linkTarget } from "#core/generate/link-target.ts";
import { commonHeadings, ownHeading } from "#core/generate/page-names.ts";
import { isCovered } from "#core/explore/pages/covered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const MOST = 3;

type Hop = { from: SitePage; to: SitePage; link: Target };

const isPlain = (site: SiteModel, page: SitePage): boolean =>
  isByAddress(page) && keepsAddress(page, site.origin) && !isCovered(page.survey);

const hopTo = (site: SiteModel, from: SitePage, to: SitePage): Hop | null => {
  const link = from.survey.links.find(
    ({ target, href, new_tab, text, scripted }) =>
      target !== null &&
      !scripted &&
      isSteadyTarget(target) &&
      !isOwnWords(site, text) &&
      !GOES_ON.test(text) &&
      // "Record payment" often opens a dialog instead of the page at its address.
      !isDangerous(text) &&
      !OF_NONE_YET.test(text) &&
      // "Skip to content" may be out of sight, and leads on within the page.
      tabOf(href) === "" &&
      !new_tab &&
      !leadsUp(from.path, to.path) &&
      relativeTo(site.origin, href) === to.path,
  );
  if (!link?.target) return null;
  const target = isInNavigation(from, link.text) ? linkTarget(from, link) : link.target;
  return target === null ? null : { from, to, link: target };
};

/** Addresses of one kind of item, whichever it is. */
const shapeOf = (address: string): string => {
  const path = withoutQuery(address);
  return (/\d/.test(path) ? path : address).replace(/\d+/g, "1");
};

/** Kinds of addresses in rows of lists that the suite adds to: wherever they are listed, what is new may take their place. */
const movingRows = (site: SiteModel): Set<string> =>
  new Set(
    site.records.flatMap(({ local, pageId }) => {
      const page = local ? undefined : site.pages.find(({ id }) => id === pageId);
      const items = page?.survey.collections.flatMap((list) => list.items) ?? [];
      return items.flatMap(({ links }) => links.map(({ href }) => shapeOf(relativeTo(site.origin, href))));
    }),
  );

/** From a page to others that its links lead to, one of each kind; pages of items first. */
const hops = (site: SiteModel): Hop[] => {
  const pages = site.pages.filter((page) => isPlain(site, page));
  // What the start page shows of others' items is rarely there for long.
  const fromLast = pages.toSorted((a, b) => Number(a === site.pages[0]) - Number(b === site.pages[0]));
  const moving = movingRows(site);
  const kinds = new Set<string>();
  return pages
    .filter(({ path, examples }) => ![path, ...examples].some((address) => moving.has(shapeOf(address))))
    .flatMap((to) => {
      const from = fromLast.find(
        (page) =>
          page.path !== to.path && page.survey.structure !== to.survey.structure && hopTo(site, page, to),
      );
      const hop = from ? hopTo(site, from, to) : null;
      return hop ? [hop] : [];
    })
    .toSorted((a, b) => Number(b.to.pattern.includes(":id")) - Number(a.to.pattern.includes(":id")))
    .filter(({ to }) => {
      const kind = withoutQuery(to.pattern);
      return !kinds.has(kind) && Boolean(kinds.add(kind));
    })
    .slice(0, MOST);
};

export const back = defineOracle({
  id: "back",
  summary: "Back returns to where one came from.",
  looks: true,
  applies(site) {
    const found = hops(site);
    if (found.length === 0) return [];
    const common = commonHeadings(site.pages);
    // The address alone says nothing of what is shown.
    const shows = (page: SitePage, other: SitePage): StepDocument[] => {
      const name = ownHeading(page, common);
      return name === null || name === ownHeading(other, common)
        ? []
        : [{ expect: { visible: { role: "heading", name: literal(name) } } }];
    };
    const steps = found.flatMap(({ from, to, link }): StepDocument[] => [
      ...openPage(from),
      click(link),
      { expect: { url: { is: literal(to.path) } } },
      ...shows(to, from),
      "back",
      { expect: { url: { is: literal(from.path) } } },
      ...shows(from, to),
    ]);
    return [{ id: "back-returns", title: "Back returns to where one came from", steps, rank: 29 }];
  },
});
