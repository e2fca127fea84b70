import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { normalise, pathOf, withoutQuery } from "./address.ts";
import type { Walk } from "./walk.ts";
import { isByAddress } from "./by-address.ts";
import { fold, uncounted } from "#core/explore/lists/lists.ts";
import { isPartMenu } from "./part-menus.ts";

/** On so many other kinds of page, at least, a list stands that belongs to none of them. */
const LEAST_OTHERS = 2;

const kindOf = ({ pattern }: SitePage): string => withoutQuery(pattern);

const pathsOf = (walk: Walk, links: readonly { href: string }[]): string[] =>
  links.flatMap(({ href }) => {
    const url = normalise(href, walk.origin);
    return url ? [url.origin === walk.origin ? pathOf(url) : url.href] : [];
  });

/** A group of a menu, which unfolds. */
const isFolded = ({ text, links, buttons }: SurveyCollection["items"][number]): boolean =>
  links.length === 0 && buttons.length === 1 && fold(buttons[0] ?? "") === fold(text);

/** What the entries of a list lead to; nothing where more than one, the page's own, leads nowhere and unfolds nothing. */
const entriesOf = (walk: Walk, { items }: SurveyCollection): string[] => {
  // What only runs a script, such as "+" for what may be added, leads wherever the page is.
  const leading = items.map(({ links }) => links.filter(({ href }) => !href.endsWith("#")));
  const dead = items.filter((item) => item.links.length === 0 && !isFolded(item)).length;
  const paths = pathsOf(walk, leading.flat());
  return dead <= 1 && paths.length >= 2 ? paths : [];
};

/** Each entry is a link and nothing else. */
const isBare = ({ items }: SurveyCollection): boolean =>
  items.every(
    ({ text, links }) => links.length <= 1 && links.every((link) => fold(link.text) === fold(text)),
  );

const kindsOf = (walk: Walk, paths: readonly string[]): Set<string> =>
  new Set(paths.map((path) => withoutQuery(walk.patterns.of(new URL(path, walk.origin)))));

/**
 * Addresses that the app's navigation leads to: entries of lists that stand on most kinds of page, or of a menu of a part of
 * the app, which stands on each page that it leads to, whether or not they are marked as such. Beside the page of each of its items a whole list of items may be shown again: they are of one kind.
 */
export const navigationOf = (walk: Walk, pages: readonly SitePage[]): ReadonlySet<string> => {
  const plain = pages.filter(isByAddress);
  const kinds = new Set(plain.map(kindOf));
  const known = new Map(
    plain.map((page) => {
      const { links, collections } = page.survey;
      const inLists = collections.flatMap(({ items }) => items.flatMap((item) => item.links));
      return [page, new Set([page.path, ...page.examples, ...pathsOf(walk, [...links, ...inLists])])];
    }),
  );
  const found = new Set<string>();
  const isMenu = (
    list: SurveyCollection,
    page: SitePage,
    entries: readonly string[],
    others: readonly SitePage[],
  ): boolean => {
    const led = plain.filter(
      (other) =>
        kindOf(other) !== kindOf(page) &&
        [other.path, ...other.examples].some((path) => entries.includes(path)),
    );
    return isBare(list) && led.length >= LEAST_OTHERS && led.every((other) => others.includes(other));
  };
  for (const page of plain) {
    for (const list of page.survey.collections) {
      const entries = entriesOf(walk, list);
      if (entries.length === 0 || kindsOf(walk, entries).size * 2 <= entries.length) continue;
      const others = plain.filter(
        (other) => kindOf(other) !== kindOf(page) && entries.every((path) => known.get(other)?.has(path)),
      );
      const count = new Set(others.map(kindOf)).size;
      const isOnMost = count >= LEAST_OTHERS && count * 2 >= kinds.size - 1;
      const isOfPart = isPartMenu(list, page.survey.url);
      if (isOnMost || isOfPart || isMenu(list, page, entries, others))
        for (const path of entries) found.add(path);
    }
  }
  return found;
};

const keyOf = ({ kind, name }: SurveyCollection): string => `${kind} ${uncounted(name)}`;

/** What the items of lists lead to. */
const kindsIn = (walk: Walk, lists: readonly SurveyCollection[]): Set<string> => {
  const links = lists.flatMap(({ items }) => items.flatMap((item) => item.links));
  return kindsOf(walk, pathsOf(walk, links));
};

/** What is made or said comes up there for a moment. */
const LATEST =
  /\b(?:latest|recent(?:ly)?|newest|activity|activities|news ?feed|updates|just (?:in|added)|neu(?:est)?e[rsn]?|k[üu]rzlich|letzte[rsn]?|aktivit[äa]t(?:en)?|r[ée]cents?|r[ée]centes?|derni[eè]re?s?|recientes?|[úu]ltim[oa]s?|recenti|ultim[ie]|activit[ée]s?|actividad)(?!\p{L})/iu;

/**
 * Lists beside the main part of most kinds of page that are a choice of what is listed elsewhere, such as what happened last:
 * what is made need not come up in them, nor what is removed be gone. A list beside what is open that is the only one of its
 * kind is none of them.
 */
export const sidebarsOf = (walk: Walk, pages: readonly SitePage[]): ReadonlySet<string> => {
  const plain = pages.filter(isByAddress);
  const kinds = new Set(plain.map(kindOf));
  const listed = plain.flatMap(({ survey }) => survey.collections.filter((list) => !list.beside));
  const elsewhere = kindsIn(walk, listed);
  const lists = plain.flatMap((page) =>
    page.survey.collections.filter((list) => list.beside).map((list) => ({ page, list })),
  );
  const common = [...Map.groupBy(lists, ({ list }) => keyOf(list))].filter(([, alike]) => {
    const count = new Set(alike.map(({ page }) => kindOf(page))).size;
    const all = alike.map(({ list }) => list);
    return (
      all.every(({ name }) => LATEST.test(name)) &&
      count > LEAST_OTHERS &&
      count * 2 >= kinds.size &&
      all.every(({ items }) => items.every(({ buttons }) => buttons.length === 0)) &&
      [...kindsIn(walk, all)].every((kind) => elsewhere.has(kind))
    );
  });
  return new Set(common.map(([key]) => key));
};

/** The page with its navigation and sidebars out of reach as lists: nobody searches them, sorts them or counts their entries. */
export const withoutNavigation = (walk: Walk, survey: PageSurvey): PageSurvey => {
  if (walk.navigation.size === 0 && walk.sidebars.size === 0) return survey;
  const isNavigation = (list: SurveyCollection): boolean => {
    if (list.beside && walk.sidebars.has(keyOf(list))) return true;
    const entries = entriesOf(walk, list);
    return entries.length > 0 && entries.every((path) => walk.navigation.has(path));
  };
  return {
    ...survey,
    collections: survey.collections.map((list) => (isNavigation(list) ? { ...list, target: null } : list)),
  };
};
