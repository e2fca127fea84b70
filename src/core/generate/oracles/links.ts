import type { StepDocument } from "#core/suite/grammar.ts";
import type { DeadLink, SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyLink } from "#model/survey.ts";
import { NOT_FOUND, shownBy } from "#core/explore/pages/dead-links.ts";
import { CREATE, EDIT, LOG_OUT, isDangerous } from "#core/explore/words.ts";
import { relativeTo, tabOf, withoutHash, withoutQuery } from "#core/explore/pages/address.ts";
import { slug } from "#core/explore/pages/states.ts";
import { isForDoing } from "#core/generate/for-doing.ts";
import { isOwnWords } from "#core/generate/own-words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, keepsAddress, literal, noErrors, openPage, short } from "#core/generate/steps.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { isAnswered, isByAddress } from "#core/explore/pages/by-address.ts";
import { isCovered } from "#core/explore/pages/covered.ts";

const MOST_LINKS = 10;
const MOST_DEAD = 12;

const openedAt = (site: SiteModel, path: string): SitePage | null =>
  site.pages.find((page) => page.path === path || page.examples.includes(path)) ?? null;

/** Links of the site's frame, each address once, whose page was opened and was well. */
const chromeLinks = (site: SiteModel, page: SitePage): { link: SurveyLink; path: string }[] => {
  const seen = new Set<string>([page.path]);
  const found: { link: SurveyLink; path: string }[] = [];
  for (const link of page.survey.links) {
    const path = relativeTo(site.origin, link.href);
    if (
      !link.chrome ||
      !link.same_origin ||
      link.scripted ||
      link.target === null ||
      !isSteadyTarget(link.target) ||
      link.new_tab ||
      isForDoing(link.href) ||
      seen.has(path)
    )
      continue;
    // It bears the name of who is logged in, which the suite changes for a while.
    if (isOwnWords(site, link.text)) continue;
    // "Create this page" is called something else once somebody has done so.
    if ([LOG_OUT, CREATE, EDIT].some((words) => words.test(link.text)) || isDangerous(link.text)) continue;
    const there = openedAt(site, path);
    if (
      !there ||
      (there.path === path && !keepsAddress(there, site.origin)) ||
      !isAnswered(there) ||
      there.setup.length > 0
    )
      continue;
    seen.add(path);
    found.push({ link, path });
  }
  return found.slice(0, MOST_LINKS);
};

/** The page that is open by then has the same link, which leads where it leads from the first. */
const leadsOn = (site: SiteModel, path: string | undefined, { target, href }: SurveyLink): boolean => {
  const key = JSON.stringify(target);
  const there = path === undefined ? null : openedAt(site, path);
  return (
    there !== null &&
    there.path === path &&
    !isCovered(there.survey) &&
    there.survey.links.some(
      (link) => link.chrome && link.href === href && JSON.stringify(link.target) === key,
    )
  );
};

const navigation = (site: SiteModel): Draft[] => {
  const page = site.pages[0];
  if (!page) return [];
  const links = chromeLinks(site, page);
  if (links.length === 0) return [];
  const steps = links.flatMap(({ link, path }, at): StepDocument[] => [
    ...(leadsOn(site, links[at - 1]?.path, link) ? [] : openPage(page)),
    click(link.target ?? ""),
    { expect: { url: { is: literal(path) } } },
  ]);
  return [
    {
      id: "navigation",
      title: `The navigation leads to ${links.length === 1 ? "its page" : `each of its ${links.length} pages`}`,
      steps,
      rank: 15,
    },
  ];
};

const NUMBER = /(?<=\/)\d+(?=$|[/?#])/g;
const GIVEN = /(?<=[?&][^=&#]*=)\d+(?=$|[&#])/g;

/** In the list of its page, from which it may be gone when the case looks for it. */
const isListed = (site: SiteModel, { pageId, path }: DeadLink): boolean =>
  site.pages
    .filter(({ id }) => id === pageId)
    .some(({ survey }) =>
      survey.collections.some(({ items }) =>
        items.some(({ links }) => links.some(({ href }) => relativeTo(site.origin, href) === path)),
      ),
    );

/** The page of an item offers what can be done with it at the time: "Rent out", until somebody has. */
const isOfferedFor = (site: SiteModel, { pageId, says, bare }: DeadLink): boolean =>
  (says !== undefined || bare === true) &&
  site.pages.some(
    ({ id, path, pattern }) => id === pageId && (pattern.includes(":id") || path.search(NUMBER) >= 0),
  );

/**
 * A page that its server cannot give is at fault whatever leads there; what is listed, or offered for an item, may be gone
 * from where it stood.
 */
const isOfAddress = (site: SiteModel, dead: DeadLink): boolean =>
  (dead.status ?? 0) >= 500 ||
  ((dead.status ?? 0) >= 400 && (isListed(site, dead) || isOfferedFor(site, dead)));

/** The page that the link stands on, with the link itself; each undefined where it is not there. */
const placeOf = (site: SiteModel, { pageId, target }: DeadLink): { page?: SitePage; link?: SurveyLink } => {
  const page = site.pages.find(({ id }) => id === pageId);
  const key = JSON.stringify(target);
  const link = page?.survey.links.find((each) => each.target !== null && JSON.stringify(each.target) === key);
  return { ...(page && { page }), ...(link && { link }) };
};

/** A link to a place on its page ("Jump to navigation"), which is what the page is. */
const isOnItsPage = (site: SiteModel, dead: DeadLink): boolean => {
  const { page, link } = placeOf(site, dead);
  const isPlace = link !== undefined && tabOf(link.href) !== "";
  return isPlace && withoutHash(link.href) === withoutHash(page?.survey.url ?? "");
};

/** What is told by its address is told once, whichever pages lead there. */
const distinctDead = (site: SiteModel): DeadLink[] =>
  site.deadLinks
    .filter((dead) => !isOnItsPage(site, dead))
    .filter(
      (dead, at, all) => all.findIndex(({ path }) => path === dead.path) === at || !isOfAddress(site, dead),
    );

/** All of a list may be dead for one reason. */
const MOST_LISTED = 2;

/**
 * What is likely to be dead for the same reason: what one list leads to, addresses that differ in a number alone, or in the
 * last part where their links are called alike.
 */
const kindOf = (site: SiteModel, dead: DeadLink): string | null => {
  const shape = dead.path.replaceAll(NUMBER, ":id").replaceAll(GIVEN, ":id");
  if (shape !== dead.path) return `${shape} ${dead.status}`;
  if (isListed(site, dead)) return `${dead.pageId} ${dead.status}`;
  const above = withoutQuery(dead.path).replace(/[^/]*\/?$/, "");
  return dead.text === "" || above === "/" ? null : `${dead.text} ${above} ${dead.status}`;
};

/** Links called alike that lead to the same part of several things: "Settings" of each project. */
const partOf = ({ text, path, status }: DeadLink): string | null => {
  const parts = withoutQuery(path).split("/");
  return text === "" || parts.length < 4 ? null : `${text} ${parts.length} ${parts.at(-1)} ${status}`;
};

/** Of those that are of one kind no more than tell that. */
const toldDead = (site: SiteModel): DeadLink[] => {
  const parts = new Set<string>();
  const distinct = distinctDead(site).filter((dead) => {
    const part = partOf(dead);
    return part === null || (!parts.has(part) && Boolean(parts.add(part)));
  });
  const listed = Map.groupBy(
    distinct.filter((dead) => kindOf(site, dead) !== null),
    (dead) => kindOf(site, dead),
  );
  const left = new Set([...listed.values()].flatMap((some) => some.slice(MOST_LISTED)));
  return distinct.filter((dead) => !left.has(dead)).slice(0, MOST_DEAD);
};

const saysNot = (heading: string): StepDocument[] => [
  idle,
  { expect: { hidden: { role: "heading", name: literal(heading), exact: true } } },
];

const deadLinks = (site: SiteModel): Draft[] =>
  toldDead(site).map((dead): Draft => {
    const { page, link } = placeOf(site, dead);
    const steps: StepDocument[] =
      page && link && !isOfAddress(site, dead) && dead.target !== null && isSteadyTarget(dead.target)
        ? // Where a script shows what the link leads to, the address still has to be there for who loads it.
          [
            ...openPage(page),
            click(dead.target),
            ...(dead.bare ? ["reload" as const] : []),
            noErrors(page.problems, page.behindLogin),
            ...(dead.says ? saysNot(dead.says) : []),
          ]
        : [{ goto: { url: literal(dead.path), status: 200 } }];
    const name = dead.text || dead.path;
    return {
      id: `link-${slug(name) || slug(dead.path) || "dead"}`,
      title: `The link "${short(name)}" leads to a page`,
      steps,
      rank: 3,
    };
  });

/** A dash or the like, in place of the name of what cannot be found. */
const isNameless = (text: string): boolean => /^\s*(?:[–—-]+|n\/a)\s*$/i.test(text);

/** Links to what the app itself says is not there, though its server answers. */
const lostLinks = (site: SiteModel): Draft[] =>
  site.pages
    .flatMap((page): Draft[] => {
      const { survey, via, status, path, setup } = page;
      const { says } = shownBy(survey);
      const from = site.pages.find(({ id }) => id === via?.pageId);
      if (!via || via.target === null || !from || !isByAddress({ setup, status })) return [];
      if (says === undefined || NOT_FOUND.test(via.text.trim()) || !isSteadyTarget(via.target)) return [];
      // Of the items of one kind another one is looked at, which has no such link.
      const key = JSON.stringify(via.target);
      const isThere = from.survey.links.some(({ target }) => JSON.stringify(target) === key);
      const steps =
        isThere || !isNameless(via.text) ? [...openPage(from), click(via.target)] : [{ goto: literal(path) }];
      return [
        {
          id: `link-${slug(via.text) || slug(path) || "lost"}`,
          title: `The link "${short(via.text || path)}" leads to a page`,
          steps: [...steps, ...saysNot(says)],
          rank: 3,
        },
      ];
    })
    .slice(0, MOST_DEAD);

export const links = defineOracle({
  id: "links",
  summary: "Links lead to pages that answer.",
  looks: true,
  applies: (site) => [...navigation(site), ...deadLinks(site), ...lostLinks(site)],
});
