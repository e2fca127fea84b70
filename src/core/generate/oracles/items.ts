import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { showsInitials, withoutInitials } from "#core/explore/lists/initials.ts";
import { isFile, relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import {
  cellsByPlace,
  fold,
  headingOf,
  isUnique,
  itemName,
  mainList,
  namesOf,
} from "#core/explore/lists/lists.ts";
import { getsMore } from "#core/generate/records/gets-more.ts";
import { asHeaded, isSaid } from "#core/generate/records/named-otherwise.ts";
import type { Written } from "#core/generate/records/named-otherwise.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { firstPrice } from "#core/generate/sums/first-price.ts";
import { click, idle, keepsAddress, literal, literalTarget } from "#core/generate/steps.ts";
import { isAnswered, isByAddress } from "#core/explore/pages/by-address.ts";

const LOOKED_AT = [0, 1, -1];

/** Where a row leads to the page that another one leads to already. */
const doubled = (hrefs: string[]): number[] =>
  hrefs.flatMap((href, at) => (at > 1 && hrefs.indexOf(href) < at ? [at] : [])).slice(0, 1);

/** The rows ask one place for different things, each by parameters of its own: parts of a list, and no items. */
const areChoices = (hrefs: readonly string[]): boolean => {
  const urls = hrefs.flatMap((href) => (URL.canParse(href) ? [new URL(href)] : []));
  const asked = new Set(urls.map(({ searchParams }) => [...searchParams.keys()].toSorted().join("&")));
  return new Set(urls.map(({ pathname }) => pathname)).size === 1 && asked.size > 1 && !asked.has("");
};

/** What a row is named by, and the link that leads to its page, as targets that fit one element a row. */
const nameLinks = (
  page: SitePage,
): {
  at: (nth: number) => TargetObject;
  link: (nth: number) => TargetObject;
  rows: number;
  names: string[];
  hrefs: string[];
  /** The list has initials before names. */
  initials: boolean;
} | null => {
  const list = mainList(page.survey);
  const names = list ? namesOf(list) : null;
  if (!list || !names || list.rows > 50) return null;
  const linked = list.items.map(
    (item) =>
      item.links.find(({ text }) => fold(text) === itemName(item)) ??
      item.links.find(({ text }) => fold(text) !== ""),
  );
  const hrefs = linked.flatMap((link) => (link ? [link.href] : []));
  if (hrefs.length < list.items.length || areChoices(hrefs)) return null;
  // Where most lead to one page, it is no page of an item; that some do is what the case is to find.
  if (
    new Set(hrefs).size * 2 < hrefs.length ||
    (new Set(hrefs).size < hrefs.length && !isUnique(list.items.map(itemName)))
  )
    return null;
  const told = list.items.map(itemName);
  const initials = list.items.some((item) => showsInitials(fold(item.text), itemName(item)));
  const rest = { rows: list.rows, names: told, hrefs, initials };
  const isLink = names.role === "link" || list.named?.includes("a[href]") === true;
  const at = isLink ? (nth: number) => ({ ...names, nth }) : linkColumn(list);
  if (at) return { at, link: at, ...rest };
  const isAlone = list.items.every(({ links }) => links.length === 1);
  if (list.named === undefined || list.target === null || !isAlone) return null;
  const only = { role: "link", within: list.target };
  return { at: (nth) => ({ ...names, nth }), link: (nth) => ({ ...only, nth }), ...rest };
};

/** In a table, the link of a row (0-based) in the column that holds nothing else. */
const linkColumn = (list: SurveyCollection): ((nth: number) => TargetObject) | null => {
  const width = list.items[0]?.cells.length ?? 0;
  const columns = Array.from({ length: width }, (_, index) => index);
  const index = columns.find((at) =>
    list.items.every(({ cells, links }) => {
      const link = links.find(({ text }) => fold(text) !== "");
      return (
        link !== undefined && withoutInitials(fold(link.text)) === withoutInitials(fold(cells[at] ?? ""))
      );
    }),
  );
  if (index === undefined || list.target === null) return null;
  const column = headingOf(list, index);
  const within = list.target;
  const byPlace = cellsByPlace(list, index, "a");
  if (column !== null) return (nth) => ({ role: "link", within: { column, within, nth } });
  return byPlace && ((nth) => ({ ...byPlace, nth }));
};

/** Pages of the items, as far as they were opened. */
const detailPages = (site: SiteModel, hrefs: string[]): SitePage[] => {
  const paths = new Set(hrefs.map((href) => relativeTo(site.origin, href)));
  return site.pages.filter(({ path, examples, status }) => {
    return [path, ...examples].some((each) => paths.has(each)) && isAnswered({ status });
  });
};

const MOST_ENTRIES = 12;

/** Entries of a menu lead to pages of as many kinds; items of a list to pages of one. */
const isMenu = (rows: number, details: SitePage[]): boolean =>
  rows <= MOST_ENTRIES &&
  details.length > 1 &&
  new Set(details.map(({ survey }) => survey.structure)).size === details.length;

const leadsToFile = (origin: string, href: string): boolean =>
  URL.canParse(href, origin) && isFile(new URL(href, origin));

/** What an item's page is headed by. */
const headline = ({ survey }: SitePage): string => {
  const { headings } = survey;
  return fold((headings.find(({ level }) => level === 1) ?? headings[0])?.text ?? "");
};

/** The page speaks of just one of the items. */
const namesOne = ({ survey }: SitePage, names: string[]): boolean =>
  isUnique(names) && names.filter((name) => isSaid(survey.text, name)).length === 1;

/** The list has an address that stays, and its entries open in its place. */
const returns = (site: SiteModel, page: SitePage, hrefs: string[]): boolean =>
  keepsAddress(page, site.origin) &&
  page.survey.links.every(({ href, new_tab: apart }) => !apart || !hrefs.includes(href));

/** The page's own heading: what it lists besides may have headings as well. */
const ownHeading = (details: SitePage[], name: string): TargetObject => {
  const isLed = details.every(
    ({ survey: { headings, collections } }) =>
      headings.filter(({ level }) => level === 1).length === 1 &&
      headings.some(({ level }) => level > 1) &&
      collections.some(({ named }) => named !== undefined && /\bh\d\b/.test(named)),
  );
  return isLed ? { css: "h1", text: name } : { role: "heading", name };
};

type Led = {
  links: NonNullable<ReturnType<typeof nameLinks>>;
  details: SitePage[];
  written: Written;
  /** That one has come to the page that speaks of just this item. */
  arrives(said: string): StepDocument;
};

/** The items of a page's list and the pages that they lead to, where those say what the list calls them; else null. */
export const ledTo = (site: SiteModel, page: SitePage): Led | null => {
  if (!isByAddress(page)) return null;
  const links = nameLinks(page);
  if (!links || links.rows < 2) return null;
  const details = detailPages(site, links.hrefs);
  // Only where item pages say what their list calls them; whether it is the right one is what the case asks.
  const names = new Set(site.pages.flatMap(({ survey }) => mainList(survey)?.items.map(itemName) ?? []));
  const paths = new Set(links.hrefs.map((href) => relativeTo(site.origin, href)));
  const samples = site.samples.filter(({ path, status }) => paths.has(path) && isAnswered({ status }));
  const written = asHeaded(links.names, [...details, ...samples].map(headline), links.initials);
  if (!written) return null;
  const isOwn = (detail: SitePage): boolean => written.names.some((name) => isSaid(headline(detail), name));
  // "Adjusted Mug by 3" leads to the page of "Mug", which another list calls so.
  const areOwn = [...site.pages, ...site.samples].some(isOwn);
  const isHeaded = (detail: SitePage): boolean => isOwn(detail) || (areOwn && names.has(headline(detail)));
  const headed = details.some(isHeaded);
  const isNamed = (detail: SitePage): boolean => isHeaded(detail) || namesOne(detail, written.names);
  // Items of one kind have pages of one kind. A menu's entries lead to as many kinds, which are called what they like.
  if (details.length > 1 ? !details.every(isNamed) : !details.some(isNamed)) return null;
  // Of what one script shows by its query, one page tells nothing of the others.
  const isBeside = ({ path }: Pick<SitePage, "path">): boolean =>
    withoutQuery(path) === withoutQuery(page.path);
  const isByQuery = links.hrefs.every((href) => isBeside({ path: relativeTo(site.origin, href) }));
  if (details.length === 1 && details.every(isBeside) && isByQuery) return null;
  const main = literalTarget(mainOf(page.survey));
  const arrives = (said: string): StepDocument =>
    headed
      ? { expect: { visible: ownHeading(details, said) } }
      : { expect: { text: { target: main, contains: said } } };
  return { links, details, written, arrives };
};

const draft = (site: SiteModel, page: SitePage): Draft | null => {
  const led = ledTo(site, page);
  if (!led) return null;
  const { links, details, written, arrives } = led;
  const key = page.id.replaceAll(/[^a-z0-9]+/gi, "_");
  const priced = getsMore(site, page) ? null : firstPrice(page, details, key);
  const back: StepDocument[] = ["back", { expect: { url: { is: literal(page.path) } } }];
  const seen = new Set(details.flatMap(({ path, examples }) => [path, ...examples]));
  const isKnown = (href: string): boolean => seen.has(relativeTo(site.origin, href));
  const menu = isMenu(links.rows, details);
  // Until a script has drawn all of it, another list may be in the place of this one.
  const isPlaced = /"nth"/.test(JSON.stringify(mainList(page.survey)?.target ?? null));
  // A file has no heading; and of a menu only what was opened is known to be called so.
  const isOdd = (href: string): boolean => leadsToFile(site.origin, href) || (menu && !isKnown(href));
  const steps = [...LOOKED_AT, ...doubled(links.hrefs)].flatMap((place, index): StepDocument[] => {
    const nth = place < 0 ? links.rows + place : place;
    const href = links.hrefs[nth];
    if ((place < 0 && nth <= 1) || (href !== undefined && isOdd(href))) return [];
    const { capture, said } = written.captured(`${key}_item_${index + 1}`, literalTarget(links.at(nth)));
    return [
      { goto: literal(page.path) },
      // What was before is still there for a moment where a script draws the list that one has come back to.
      ...(isPlaced || (index > 0 && page.path.includes("#")) ? [idle] : []),
      ...(priced && place === 0 ? [priced.capture] : []),
      capture,
      click(links.link(nth)),
      arrives(said),
      ...(priced && place === 0 ? priced.check : []),
      // Behind the second, as there is a page before the list to go back to by mistake.
      ...(place === 1 && returns(site, page, links.hrefs) ? back : []),
    ];
  });
  if (steps.length === 0) return null;
  return {
    id: `items-${page.id}`,
    title: `An entry of the list leads to the page of that very item`,
    steps,
    rank: 20,
  };
};

/** Whether the entries of the page's list have a case of their own. */
export const leadsToItems = (site: SiteModel, page: SitePage): boolean => draft(site, page) !== null;

export const items = defineOracle({
  id: "items",
  joins: true,
  summary: "The name of an item in a list leads to that item's page, and back returns to the list.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.flatMap((page) => {
      const kind = withoutQuery(page.pattern);
      // A list that stands beside many pages, such as what is read most, is one list.
      const rows = nameLinks(page)?.hrefs.join("\n") ?? "";
      if (seen.has(kind) || seen.has(rows)) return [];
      const found = draft(site, page);
      if (!found) return [];
      seen.add(kind).add(rows);
      return [found];
    });
  },
});
