import type { SiteNeighbour } from "#model/site-neighbours.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { addressOf } from "#core/explore/pages/frontier.ts";
import { fold, rowsOf, textsOf } from "#core/explore/lists/lists.ts";
import { hasLoaded } from "#core/explore/controls/leads-back.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { isSteady, isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, beginStep, here, isThorough } from "#core/explore/pages/walk.ts";

const MOST_KINDS = { quick: 1, thorough: 3 };
const MOST_TRIES = 3;
const LEVELS = [1, 2, 3];

/** The path that a link leads to, where that is another item of the page's kind. */
const otherItem = (walk: Walk, page: SitePage, link: SurveyLink): string | null => {
  const url = link.new_tab || link.target === null ? null : addressOf(walk, link);
  const path = url && walk.patterns.of(url) === page.pattern ? pathOf(url) : null;
  return path === page.path ? null : path;
};

/** On another item, "Next" leads elsewhere; an entry of a menu is the same on all of them. */
const isOfTheApp = (
  page: SitePage,
  kin: readonly SitePage[],
  { text, href, chrome }: SurveyLink,
): boolean => {
  const alike = kin
    .filter(({ path }) => path !== page.path)
    .map(({ survey }) => survey.links.filter((link) => link.text === text));
  const isInMenu = chrome && alike.every((links) => links.some((link) => link.href === href));
  return (
    (isInMenu && alike.length > 0) ||
    alike.some(([only, ...others]) => only && others.length === 0 && only.href !== href)
  );
};

type Way = { text: string; target: Target; to: string };

/** Links in the words of the app, and then the one in the first row of a list of other items. */
const waysOf = (walk: Walk, page: SitePage, kin: readonly SitePage[]): Way[] => {
  const leading = page.survey.links.flatMap((link) => {
    const to = otherItem(walk, page, link);
    return to !== null && link.target !== null ? [{ link, text: link.text, target: link.target, to }] : [];
  });
  const named = leading.filter(({ link, target }) => isSteadyTarget(target) && isOfTheApp(page, kin, link));
  const listed = page.survey.collections.flatMap((list) => {
    const rows = rowsOf(list);
    const first = list.items.map(({ links }) => links[0]?.href);
    const own = first.map((href) => leading.find(({ link }) => link.href === href));
    const way = own[0];
    if (!rows || !way || list.rows < 2 || own.includes(undefined)) return [];
    return [{ ...way, target: { role: "link", within: { ...rows, nth: 0 }, nth: 0 } }];
  });
  return [...named, ...listed];
};

/** The same but for the number that is in the address as well: another visit shows it. */
const lasts = (heading: string, path: string): boolean => {
  const numbers = path.match(/\d+/g) ?? [];
  const words = numbers.reduce((text, number) => text.replace(number, ""), heading);
  return isSteady(words) && !heading.includes(MARK);
};

/** The heading that stands alone at its level. */
const headingAt = ({ headings }: PageSurvey, level: number): string | null => {
  const [only, ...others] = headings.filter((heading) => heading.level === level);
  return only && others.length === 0 ? fold(only.text) : null;
};

/** The page still heads what it did, and tells of nothing else. */
const isAsBefore = (before: PageSurvey, after: PageSurvey, other: string): boolean =>
  before.dialogs.length === after.dialogs.length &&
  JSON.stringify(before.headings) === JSON.stringify(after.headings) &&
  (before.text.includes(other) || !after.text.includes(other));

/**
 * Follows the link, and looks what its address shows when it is opened. Null where a page is loaded for it, or the two
 * cannot be told apart.
 */
const follow = async (walk: Walk, page: SitePage, way: Way): Promise<SiteNeighbour | null> => {
  const { path } = page;
  const opened = await open(walk, path);
  // What is listed by chance, or for what one has seen, is another list by now.
  if (!opened.ok || textsOfAll(opened.survey) !== textsOfAll(page.survey)) return null;
  const mark = beginStep(walk);
  const after = await click(walk, way.target);
  if (!after || hasLoaded(walk, mark) || here(walk) !== way.to) return null;
  const gone = await walk.session.page.back({ timeoutMs: ACT_TIMEOUT });
  const returns = gone.ok && here(walk) === path;
  const led = await open(walk, way.to);
  if (!led.ok || led.status !== opened.status || pathOf(led.url) !== way.to) return null;
  for (const level of LEVELS) {
    const [heading, other] = [headingAt(opened.survey, level), headingAt(led.survey, level)];
    if (heading === null || other === null || heading === other) continue;
    // What is laid over the first item, or added to it, is shown all the same.
    const isShown = headingAt(after, level) === other || isAsBefore(opened.survey, after, other);
    const isKnown = heading === headingAt(page.survey, level) && lasts(heading, path);
    return isShown && isKnown && lasts(other, way.to)
      ? { pageId: page.id, path, heading, level, link: { text: fold(way.text), target: way.target }, returns }
      : null;
  }
  return null;
};

const textsOfAll = ({ collections }: PageSurvey): string => collections.map(textsOf).join("\n");

/** Goes from items to others of their kind by a link of their page, such as "Next", where a script shows them. */
export const probeNeighbours = async (walk: Walk, pages: readonly SitePage[]): Promise<SiteNeighbour[]> => {
  const found: SiteNeighbour[] = [];
  const items = [...pages, ...walk.samples].filter(
    (page) => isByAddress(page) && page.pattern.includes(":id"),
  );
  for (const kin of Map.groupBy(items, ({ pattern }) => pattern).values()) {
    const ways = kin
      .flatMap((page) =>
        waysOf(walk, page, kin)
          .slice(0, 1)
          .map((way) => ({ page, way })),
      )
      .slice(0, MOST_TRIES);
    for (const { page, way } of ways) {
      if (walk.over() || found.length >= MOST_KINDS[isThorough(walk) ? "thorough" : "quick"]) return found;
      walk.progress(`going on from ${page.path} to ${way.to}`);
      const neighbour = await follow(walk, page, way);
      if (!neighbour) continue;
      found.push(neighbour);
      break;
    }
  }
  return found;
};
