import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isFile, relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { isCovered } from "#core/explore/pages/covered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isOneOfSeveral, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { namesAlike } from "#core/explore/forms/turned-names.ts";
import {
  CREATE,
  DELETE,
  EDIT,
  GOES_ON,
  OF_NONE_YET,
  LOG_OUT,
  isDangerous,
  isWayBack,
  setsLanguage,
} from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { isForDoing } from "#core/generate/for-doing.ts";
import { isOwnWords } from "#core/generate/own-words.ts";
import { leadsUp } from "#core/generate/leads-up.ts";
import { linkTarget } from "#core/generate/link-target.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { click, keepsAddress, literal, openPage } from "#core/generate/steps.ts";
import { leadsToItems } from "./items.ts";

const MOST_PAGES = 8;
const PER_PAGE = 4;
/** Pages from which one kind of address is gone to. */
const MOST_FROM = 2;

const samePage = (a: string, b: string): boolean => withoutQuery(a) === withoutQuery(b);

/** A link of the main part of a page, as what finds it whatever the suite has changed, and the address it leads to. */
type Way = { link: SurveyLink; target: Target; to: SitePage; leads: StepDocument };

const openedAt = (site: SiteModel, path: string): SitePage | null =>
  site.pages.find((page) => page.path === path || page.examples.includes(path)) ?? null;

/**
 * Fits every address of the kind, which ends with a slash as the page's does; with any query, where that is wanted or the
 * page's own is written otherwise than its pattern.
 */
const shapeOf = ({ pattern, path }: SitePage, anyQuery = false): string => {
  const [before = "", ...behind] = pattern.split("?");
  const slash = /[^/]$/.test(before) && withoutQuery(path).endsWith("/") ? "/" : "";
  const shape = (text: string): string =>
    escapeRegex(text)
      .replaceAll(/:id(?=[/?&#\\]|$)/g, "[^/?#&]+")
      .replaceAll(/=:v(?=[&#\\]|$)/g, "=[^&#]*");
  const whole = `${shape([`${before}${slash}`, ...behind].join("?"))}$`;
  return anyQuery || !new RegExp(whole, "u").test(path)
    ? String.raw`${shape(`${before}${slash}`)}(\?.*)?$`
    : whole;
};

/** In a list whose rows all lead to one kind of page, the link of whichever row is the first. */
const inFirstRow = (
  site: SiteModel,
  page: SitePage,
  link: SurveyLink,
  to: SitePage,
): Way | null | undefined => {
  const list = page.survey.collections.find(({ items }) =>
    items.some(({ links }) => links.some(({ href }) => href === link.href)),
  );
  if (!list || !to.pattern.includes(":")) return undefined;
  const place = list.items[0]?.links.findIndex(({ href }) => href === link.href) ?? -1;
  const rows = rowsOf(list);
  const shape = shapeOf(to);
  const alike = list.items.every(({ links }) => {
    const href = links[place]?.href;
    return href !== undefined && new RegExp(shape).test(relativeTo(site.origin, href));
  });
  // What was done last, in a list a day, is the first: next time something else is.
  const isLatest = isOneOfSeveral(page.survey, list);
  if (place < 0 || !rows || !alike || list.rows < 2 || isLatest) return null;
  if (list === mainList(page.survey) && leadsToItems(site, page)) return null;
  const target = { role: "link", within: { ...rows, nth: 0 }, nth: place };
  return { link, target, to, leads: { expect: { url: { matches: literal(shape) } } } };
};

const wayOf = (site: SiteModel, page: SitePage, link: SurveyLink): Way | null => {
  const { text, href, target } = link;
  const path = relativeTo(site.origin, href);
  // A place on the page that is open.
  if (new URL(href, site.origin).hash !== "" && !path.includes("#")) return null;
  if (isForDoing(href) || link.chrome || !link.same_origin || link.new_tab || link.download || link.scripted)
    return null;
  if (target === null) return null;
  if (
    [LOG_OUT, CREATE, EDIT, DELETE, GOES_ON, OF_NONE_YET].some((words) => words.test(text)) ||
    isDangerous(text)
  )
    return null;
  const to = openedAt(site, path);
  const isWell = to !== null && isByAddress(to) && keepsAddress(to, site.origin) && to.survey.login === null;
  if (!isWell || samePage(path, page.path) || isFile(new URL(href)) || setsLanguage(text, path)) return null;
  const row = inFirstRow(site, page, link, to);
  if (row !== undefined) return row;
  if (to.path !== path || !isSteadyTarget(target) || isOwnWords(site, text)) return null;
  // The latest of all items is another one as soon as one is made.
  if (to.pattern.includes(":id") && to.survey.headings.some((heading) => namesAlike(heading.text, text)))
    return null;
  // What leads back may go where one came from, with what was chosen or looked for there.
  if (isWayBack(text) || leadsUp(page.path, path)) {
    const url = { matches: literal(shapeOf(to, true)) };
    return { link, target: linkTarget(page, link) ?? target, to, leads: { expect: { url } } };
  }
  // The number or the month in it need not stay.
  const url = to.pattern.includes(":") ? { matches: literal(shapeOf(to)) } : { is: literal(path) };
  return { link, target: linkTarget(page, link) ?? target, to, leads: { expect: { url } } };
};

const draft = (site: SiteModel, page: SitePage, ways: Way[]): Draft => ({
  id: `clicks-${page.id}`,
  title: `A click on a link of ${pageNames(site.pages)(page)} leads to its page`,
  steps: ways.flatMap(({ target, leads }) => [...openPage(page), click(target), leads]),
  rank: 38,
});

export const linkClicks = defineOracle({
  id: "link-clicks",
  summary: "A click on a link leads to the address that the link has.",
  joins: true,
  looks: true,
  applies(site) {
    const from = new Map<string, number>();
    // What other cases put into the cart of who is logged in is in it: it is another page then.
    const filled = site.login?.used ? site.cart?.filled?.path : undefined;
    const pages = site.pages.filter(
      (page) =>
        isByAddress(page) &&
        page.path !== filled &&
        !page.path.includes("?") &&
        !isCovered(page.survey) &&
        keepsAddress(page, site.origin),
    );
    return pages
      .flatMap((page): Draft[] => {
        const ways = page.survey.links.flatMap((link) => wayOf(site, page, link) ?? []);
        const kinds = [...Map.groupBy(ways, ({ to }) => to.pattern)]
          .filter(([pattern]) => (from.get(pattern) ?? 0) < MOST_FROM)
          .slice(0, PER_PAGE);
        for (const [pattern] of kinds) from.set(pattern, (from.get(pattern) ?? 0) + 1);
        const chosen = kinds.flatMap(([, alike]) => alike.slice(0, 1));
        return chosen.length > 0 ? [draft(site, page, chosen)] : [];
      })
      .slice(0, MOST_PAGES);
  },
});
