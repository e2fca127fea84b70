import { withoutQuery } from "#core/explore/pages/address.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { listName } from "#core/generate/page-names.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { literalTarget, openPage, short } from "#core/generate/steps.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const LEAST = 3;
const STANDS_IN =
  /placeholder|no[-_]?(?:image|photo|picture)|default|avatar|dummy|fallback|missing|blank|icon|logo|spacer|stars?\b/i;

/** The address of the one picture that each item has; null where items have none, or several. */
const picturesOf = (list: SurveyCollection): string[] | null => {
  const pictures = list.items.map(({ images }) => (images.length === 1 ? (images[0] ?? "") : ""));
  return pictures.length >= LEAST && pictures.every((each) => each !== "") ? pictures : null;
};

/** The number or word that an item's link ends with, which the address of its picture has as well: `/books/20`, `/covers/20.svg`. */
const isItsOwn = ({ links, images }: SurveyItem): boolean => {
  const [key = ""] = /[^/?#=]+$/.exec(links[0]?.href ?? "") ?? [];
  return (
    key !== "" && new RegExp(`(?<![\\p{L}\\d])${escapeRegex(key)}(?![\\p{L}\\d])`, "u").test(images[0] ?? "")
  );
};

const folderOf = (list: SurveyCollection | null): string | null =>
  list?.items[0]?.links[0]?.href.replace(/[^/]*$/, "") ?? null;

/** The suite makes such items, and none of those has a picture of its own. */
const hasMade = ({ records, pages }: SiteModel, page: SitePage, list: SurveyCollection): boolean =>
  records.some(({ pageId }) => {
    const made = pages.find(({ id }) => id === pageId);
    return pageId === page.id || (made && folderOf(mainList(made.survey)) === folderOf(list));
  });

/** The items tell it apart by what they call it, or their pages have others instead. */
const isOneForAll = (
  { pages }: SiteModel,
  { survey }: SitePage,
  list: SurveyCollection,
  src: string,
): boolean => {
  const alts = survey.images.flatMap((image) =>
    new URL(src, survey.url).href === image.src && image.alt.trim() !== "" ? [image.alt] : [],
  );
  if (new Set(alts).size >= list.items.length) return true;
  const hrefs = new Set(list.items.map(({ links }) => links[0]?.href));
  const own = pages
    .filter((each) => hrefs.has(each.survey.url) || hrefs.has(each.path))
    .map((each) => each.survey.images.map((image) => image.src));
  const [one = []] = own;
  const differ = own.some((srcs) => srcs.join("\n") !== one.join("\n"));
  const having = own.filter((srcs) => srcs.includes(new URL(src, survey.url).href)).length;
  return differ && having > 0 && having < own.length;
};

const draft = (site: SiteModel, page: SitePage, list: SurveyCollection): Draft | null => {
  const pictures = picturesOf(list);
  if (!pictures || list.target === null || list.rows !== list.items.length) return null;
  if (pictures.some((src) => STANDS_IN.test(new URL(src, page.survey.url).pathname))) return null;
  const names = new Set(list.items.map(({ text }) => text));
  if (names.size < list.items.length) return null;
  const different = new Set(pictures).size;
  // Whoever wrote or made all of them has one picture, too.
  if (different === 1 && !isOneForAll(site, page, list, pictures[0] ?? "")) return null;
  // Some items may share a picture, unless each has one that is called after it; that all do is no picture of any.
  const own = list.items.filter(isItsOwn);
  const shared = pictures.filter((src, at) => pictures.indexOf(src) < at);
  // One that nobody's name is in stands in for those that have none.
  const isTaken = shared.every((src) => own.some(({ images }) => images[0] === src));
  const alike =
    different > 1 && different < pictures.length && !(own.length * 2 > pictures.length && isTaken);
  const target = { css: "img", within: literalTarget(list.target) };
  return {
    id: `pictures-${page.id}`,
    title: `Different items of "${short(listName(list) || page.title, 30)}" have different pictures`,
    steps: [
      ...openPage(page),
      {
        expect: {
          distinct: {
            target,
            attribute: "src",
            ...((alike || different === 1 || hasMade(site, page, list)) && { min: 2 }),
          },
        },
      },
    ],
    rank: 30,
  };
};

export const pictures = defineOracle({
  id: "pictures",
  summary: "Pictures of different items differ.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.flatMap((page) => {
      if (!isByAddress(page)) return [];
      const drafts = page.survey.collections.flatMap((list) => draft(site, page, list) ?? []).slice(0, 1);
      const kind = withoutQuery(page.pattern);
      if (drafts.length === 0 || seen.has(kind)) return [];
      seen.add(kind);
      return drafts;
    });
  },
});
