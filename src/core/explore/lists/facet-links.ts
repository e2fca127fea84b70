import type { FacetChoice } from "#model/site-choices.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";

/** "Crime (6)", of which the link need be but the word. */
const COUNTED = /^(.*\p{L}[^()\d]*?)\s*[([]?(\d{1,3})[)\]]?$/u;

/** A link that chooses what a list shows, with the number that stands beside it. */
export type Facet = { label: string; number: number };
/** "All (12) |": what parts it from the next one is none of it. */
const folded = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/ ?[|·•/,]\s*$/u, "")
    .trim();

type Item = SurveyCollection["items"][number];

/** Where the only link of a row leads, as far as that is the page itself, otherwise chosen; null for any other row. */
const toItself = ({ links }: Item, own: URL): URL | null => {
  const [link, ...others] = links;
  const to = link && others.length === 0 && URL.canParse(link.href, own) ? new URL(link.href, own) : null;
  return to?.pathname === own.pathname && to.search !== "" ? to : null;
};

const linkText = ({ links }: Item): string => folded(links[0]?.text ?? "");

/** The links of a list that lead to the same page, otherwise chosen, each with a number behind its words. */
export const facetsIn = (url: string, { items }: SurveyCollection): Facet[] =>
  items.flatMap((item) => {
    const [, label = "", number] = COUNTED.exec(folded(item.text)) ?? [];
    const isNamed = linkText(item).startsWith(label) && label.length <= 40;
    return number !== undefined && isNamed && toItself(item, new URL(url))
      ? [{ label, number: Number(number) }]
      : [];
  });

const LEAST = 2;

/** Most of the list are such links: it is no list of items, but chooses among those of another. */
export const isOfFacets = (url: string, list: SurveyCollection): boolean => {
  const { length } = list.kind === "list" ? facetsIn(url, list) : [];
  return length >= LEAST && length * 2 > list.rows;
};

const MOST_TABS = 8;
/** What tells which page it is, rather than what of it is shown. */
const ROUTES = /^(?:page|route|r|controller|action|module|do|title|id|p|q)$/i;

/**
 * All of the list are bare links to the page itself, which differ in one parameter that its address has as well: tabs, no items,
 * however many there are beside them.
 */
const isOfTabs = (url: string, { kind, rows, items }: SurveyCollection): boolean => {
  if (kind !== "list" || rows < LEAST || rows > MOST_TABS || !URL.canParse(url)) return false;
  const own = new URL(url);
  const all = items.map((item) =>
    linkText(item) === folded(item.text) ? toItself(item, own)?.searchParams : undefined,
  );
  return [...own.searchParams.keys()].some(
    (key) =>
      !ROUTES.test(key) &&
      new Set(all.map((parameters) => parameters?.get(key))).size === items.length &&
      all.every(
        (parameters) =>
          parameters?.has(key) &&
          [...parameters].every(([name, value]) => name === key || own.searchParams.get(name) === value),
      ),
  );
};

/** It chooses what is shown, of another list or of the page: it is no list of items. */
export const isOfChoices = (url: string, list: SurveyCollection): boolean =>
  isOfFacets(url, list) || isOfTabs(url, list);

const PAGES = /^(?:page|seite|p[áa]gina|pagina|strona)$/i;
/** What orders a list or turns its pages chooses nothing of it. */
export const NO_PART = /[?&](?:page|p|pg|offset|start|skip|sort|order|dir|view|per_?page)=/i;

/** Links of a page to itself, otherwise chosen, with a number each, that stand in no list; and the number of the one that shows all. */
export const looseFacets = ({
  url,
  links,
  collections,
}: PageSurvey): { facets: FacetChoice[]; whole: number | null } => {
  // Links side by side look like cards.
  const lists = collections.filter(
    ({ kind, items }) =>
      kind !== "grid" || items.some((item) => folded(item.text) !== folded(item.links[0]?.text ?? "")),
  );
  const listed = new Set(
    lists.flatMap(({ items }) => items.flatMap((item) => item.links.map(({ href }) => href))),
  );
  const { pathname } = new URL(url);
  let whole: number | null = null;
  const facets = links.flatMap(({ text, href, target }) => {
    const [, label = "", number] = COUNTED.exec(folded(text)) ?? [];
    const to = URL.canParse(href, url) ? new URL(href, url) : null;
    if (number === undefined || target === null || to?.pathname !== pathname || PAGES.test(label)) return [];
    if (to.search === "") whole = Number(number);
    const isPart = to.search !== "" && !NO_PART.test(to.search) && !listed.has(href) && label.length <= 40;
    return isPart ? [{ label, number: Number(number), link: target, said: target }] : [];
  });
  return { facets: facets.length >= LEAST ? facets : [], whole };
};
