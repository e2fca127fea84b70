import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { isPrivate } from "#core/explore/login/guards.ts";
import { relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { isOfItems, mainList } from "#core/explore/lists/lists.ts";
import { CREATE } from "#core/explore/words.ts";
import { isSteady } from "#core/explore/pages/steady.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { literal, short } from "#core/generate/steps.ts";

const MOST = 4;

/** How who is not logged in is told that something is not for them. */
const REFUSED = [401, 403, 404];

/** The heading that only this page has. */
const headingOf = (page: SitePage): string | null => {
  const heading = page.survey.headings.find(({ level }) => level === 1)?.text ?? "";
  return isSteady(heading) ? heading : null;
};

/** Steps that open a page and see that it is kept from who opens it. */
export const keptFrom = (page: SitePage): StepDocument[] => {
  const heading = headingOf(page);
  if (heading === null) return [];
  return [
    { goto: literal(page.path) },
    { wait_for: "idle" },
    { expect: { hidden: { role: "heading", name: literal(heading), exact: true } } },
  ];
};

/** Pages that ask who is not logged in to log in, and that can be told from that. */
export const guardedPages = (site: SiteModel): SitePage[] =>
  site.pages
    .filter((page) => page.guard === "asks" && headingOf(page) !== null)
    .toSorted((a, b) => Number(isPrivate(b)) - Number(isPrivate(a)))
    .slice(0, MOST);

/** What tells of the app, and is for everybody unless an app says otherwise. */
const FOR_ALL =
  /^(?:help(?: (?:cent(?:re|er)|pages?|& support))?|about(?: .*)?|faqs?|frequently asked questions|privacy(?: (?:policy|notice|statement))?|terms(?: (?:of (?:use|service)|and conditions|& conditions))|imprint|legal notice|accessibility statement|changelog|release notes|what['’]s new|hilfe|impressum|datenschutz\p{L}*|aide|ayuda|aiuto|ajuda)$/iu;
/** The same, unless it lists things, such as the tickets of customers. */
const FOR_ALL_IF_BARE =
  /^(?:support|contact(?: us)?|status|documentation|docs|terms|legal|licen[cs]es?|accessibility|help .*)$/i;

const isForAll = (page: SitePage): boolean => {
  const path = withoutQuery(page.path)
    .replace(/^\/|\/$/g, "")
    .replaceAll("-", " ");
  const names = [path, headingOf(page) ?? ""];
  const isNamed = (words: RegExp): boolean => names.some((name) => words.test(name.trim()));
  return isNamed(FOR_ALL) || (isNamed(FOR_ALL_IF_BARE) && !hasItems(page));
};

/** Where one private page asks to log in, another that shows all it has to anybody has been forgotten. */
const forgotten = (site: SiteModel): SitePage[] =>
  site.pages.some(({ guard }) => guard === "asks")
    ? site.pages
        .filter(
          (page) =>
            !isForAll(page) &&
            ((page.guard === "shows_all" && (isPrivate(page) || isHidden(site, page))) ||
              (page.guard === "shows_rows" && isPersonal(site, page)) ||
              ((page.guard === "shows_all" || page.guard === "shows_text") && isOfKeptList(site, page)) ||
              ((page.guard === "shows_all" || page.guard === "shows_rows") && isLeftOpen(site, page))),
        )
        .slice(0, MOST)
    : [];

const LEAST_ASKING = 3;

/** Things are made on it, or each of its rows has a button. */
const isManaged = ({ survey }: SitePage): boolean =>
  [...survey.links.map(({ text }) => text), ...survey.buttons.map(({ name }) => name)].some((name) =>
    CREATE.test(name),
  ) ||
  (mainList(survey)?.items.every(({ buttons }) => buttons.length > 0) ?? false);

/** It stands beside pages that ask to log in, and who is not logged in is led to them no more than to it. */
const isHidden = (site: SiteModel, page: SitePage): boolean => {
  const folder = (path: string): string => withoutQuery(path).replace(/[^/]*$/, "");
  const beside = site.pages.filter((each) => each !== page && folder(each.path) === folder(page.path));
  const asking = beside.filter(({ guard }) => guard === "asks");
  // Of a part of the app, such as its administration, nothing else is shown to everybody.
  const isAlone =
    folder(page.path) !== "/" && beside.every(({ guard }) => guard === "asks" || guard === null);
  const isListed = site.pages.some(
    ({ survey, guard }) =>
      guard === "asks" &&
      survey.links.some(
        ({ chrome, href }) =>
          chrome && withoutQuery(relativeTo(site.origin, href)) === withoutQuery(page.path),
      ),
  );
  return (
    !page.offered &&
    (isManaged(page) || isAlone) &&
    isListed &&
    new Set(asking.map(({ path }) => withoutQuery(path))).size >= LEAST_ASKING
  );
};

const samePage = (site: SiteModel, href: string, { path }: SitePage): boolean =>
  withoutQuery(relativeTo(site.origin, href)) === withoutQuery(path);

/** Pages of the navigation that a guarded page has, each once. */
const inNavigation = (site: SiteModel): SitePage[] => {
  const links = site.pages
    .filter(({ guard }) => guard === "asks")
    .flatMap(({ survey }) => survey.links.filter(({ chrome }) => chrome));
  return site.pages.filter(
    (page) => !page.path.includes("?") && links.some(({ href }) => samePage(site, href, page)),
  );
};

const hasItems = ({ survey }: SitePage): boolean => {
  const list = mainList(survey);
  return list !== null && isOfItems(list);
};

/**
 * The start page asks to log in, and so does all of its navigation that lists things, but for this page, to which nobody
 * who is not logged in is led: an app behind a log-in has no reason to show one of its lists to anybody.
 */
const isLeftOpen = (site: SiteModel, page: SitePage): boolean => {
  const listing = inNavigation(site).filter(hasItems);
  const others = listing.filter((each) => each !== page);
  return (
    site.pages[0]?.guard === "asks" &&
    !page.offered &&
    listing.includes(page) &&
    others.length >= LEAST_ASKING &&
    others.every(({ guard }) => guard === "asks")
  );
};

/** About one item of a list that asks to log in, as the start does; whoever is not logged in is led to neither. */
const isOfKeptList = (site: SiteModel, page: SitePage): boolean => {
  const above = withoutQuery(page.path).replace(/\/[^/]*\d[^/]*$/, "");
  const list = site.pages.find(({ path, guard }) => guard === "asks" && withoutQuery(path) === above);
  return (
    above !== withoutQuery(page.path) &&
    site.pages[0]?.guard === "asks" &&
    !page.offered &&
    list !== undefined &&
    hasItems(list) &&
    (mainList(list.survey)?.items ?? []).some(({ links }) =>
      links.some(({ href }) => withoutQuery(relativeTo(site.origin, href)).startsWith(`${above}/`)),
    )
  );
};

const SOMEBODYS =
  /\b(?:orders|invoices|payments|billing|account|messages|inbox|favou?rites|wish ?list|my[ -]\w+|bestellungen|rechnungen|nachrichten|commandes|factures|pedidos|facturas|ordini|fatture)\b/i;

/** A list of what is somebody's own, with rows for nobody; most of the navigation beside it asks to log in. */
const isPersonal = (site: SiteModel, page: SitePage): boolean => {
  const others = inNavigation(site).filter((each) => each !== page);
  const asking = others.filter(({ guard }) => guard === "asks");
  return (
    SOMEBODYS.test(withoutQuery(page.path).replaceAll("/", " ")) &&
    SOMEBODYS.test(headingOf(page) ?? "") &&
    asking.length >= LEAST_ASKING &&
    asking.length * 2 > others.filter(({ guard }) => guard !== null).length
  );
};

export const guards = defineOracle({
  id: "guards",
  summary: "What is shown to who is logged in alone is shown to nobody else.",
  applies(site) {
    if (!site.login?.used) return [];
    const steps = guardedPages(site).flatMap(keptFrom);
    const asks: Draft[] =
      steps.length === 0
        ? []
        : [
            {
              id: "guarded",
              title: "Pages of who is logged in are not shown to who is not",
              auth: false,
              steps,
              rank: 21,
            },
          ];
    const open = forgotten(site).flatMap((page): Draft[] => {
      const own = keptFrom(page);
      const title = `"${short(headingOf(page) ?? page.path)}" is not shown to who is not logged in`;
      return own.length === 0 ? [] : [{ id: `guarded-${page.id}`, title, auth: false, steps: own, rank: 8 }];
    });
    const data: Draft[] =
      site.openData.length === 0
        ? []
        : [
            {
              id: "guarded-data",
              title: "What pages of who is logged in are made of is given to nobody else",
              auth: false,
              steps: site.openData.map(({ path }) => ({ request: { url: literal(path), status: REFUSED } })),
              rank: 8,
            },
          ];
    return [...asks, ...open, ...data];
  },
});
