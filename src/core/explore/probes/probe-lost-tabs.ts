import { hasLoaded } from "#core/explore/controls/leads-back.ts";
import { act } from "#core/explore/forms/act.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { itemName } from "#core/explore/lists/lists.ts";
import { relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { PLACE_IN_LIST } from "#core/explore/pages/variants.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, here, isThorough } from "#core/explore/pages/walk.ts";
import { CREATE, EDIT, isDangerous, isDangerousAddress, setsLanguage } from "#core/explore/words.ts";
import type { SiteFilter, SiteLostTab } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

const MOST = 10;
const PER_PAGE = 2;
const MOST_LETTERS = 30;
/** Sets something for all pages. */
const OF_ALL = /[?&](?:lang|language|locale|hl|currency|theme|mode)=/i;
/** One link further down may be to anything. */
const LEAST_PARTS = 2;

type Tab = { pageId: string; path: string; name: string; target: Target };

const ofFilters = (filters: readonly SiteFilter[]): Tab[] =>
  filters.flatMap(({ pageId, path, kind, options }) =>
    options.flatMap(({ label, target, address }) =>
      kind === "tabs" && address !== null && target !== null ? [{ pageId, path, name: label, target }] : [],
    ),
  );

/** Links of the page's own part to the same address with another query, but for those that turn its pages or sort. */
const ofLinks = (walk: Walk, { id, path, survey }: SitePage, pages: readonly SitePage[]): Tab[] => {
  // Tabs are a part for navigation as well, which other pages do not have.
  const isCommon = (href: string): boolean =>
    pages.some(
      (page) => withoutQuery(page.path) !== path && page.survey.links.some((link) => link.href === href),
    );
  return survey.links.flatMap(({ text, href, target, chrome, new_tab: apart, download, scripted }) => {
    const address = relativeTo(walk.origin, href);
    const isHere = address.includes("?") && withoutQuery(address) === path && !PLACE_IN_LIST.test(address);
    const isPlain = !(chrome && isCommon(href)) && !apart && !download && scripted === undefined;
    const isHarmless =
      !isDangerous(text) &&
      !isDangerousAddress(address) &&
      !setsLanguage(text, address) &&
      !OF_ALL.test(address);
    return isHere && isPlain && isHarmless && target !== null && text !== "" && text.length <= MOST_LETTERS
      ? [{ pageId: id, path, name: text, target }]
      : [];
  });
};

/** The address of the item that a page is about, such as `/courses/2` of `/courses/2/lessons`; null of a page about none. */
const itemAddress = ({ path, pattern }: SitePage): string | null => {
  const at = withoutQuery(pattern).split("/").lastIndexOf(":id");
  return at < 0
    ? null
    : withoutQuery(path)
        .split("/")
        .slice(0, at + 1)
        .join("/");
};

/** Links of an item's page to other pages of the same item: its parts, which scripts may show below addresses of their own. */
const ofParts = (walk: Walk, page: SitePage, pages: readonly SitePage[]): Tab[] => {
  const item = itemAddress(page);
  const here = withoutQuery(page.path);
  const parts = page.survey.links.flatMap(({ text, href, target, new_tab: apart, download, scripted }) => {
    const address = relativeTo(walk.origin, href);
    const isPart = item !== null && address !== here && (address === item || address.startsWith(`${item}/`));
    const isPlain = !apart && !download && scripted === undefined && !/[?#]/.test(address);
    const isKnown = pages.some(({ path, examples }) => path === address || examples.includes(address));
    const isHarmless =
      !isDangerous(text) && !isDangerousAddress(address) && !CREATE.test(text) && !EDIT.test(text);
    return isPart &&
      isPlain &&
      isKnown &&
      isHarmless &&
      target !== null &&
      text !== "" &&
      text.length <= MOST_LETTERS
      ? [{ pageId: page.id, path: page.path, name: text, target }]
      : [];
  });
  return parts.length >= LEAST_PARTS ? parts : [];
};

const namesOn = ({ collections, headings }: PageSurvey): string[] =>
  [
    ...collections.flatMap(({ items }) => items.map(itemName)),
    ...headings.filter(({ level }) => level > 1).map(({ text }) => text),
  ].filter((name) => name.length > 2 && !/\d+ \p{L}|\d:\d\d/u.test(name));

/** Uses it, and loads the address that it has led to; null where that shows the same, or it cannot be told. */
const probe = async (walk: Walk, tab: Tab): Promise<SiteLostTab | null> => {
  const opened = await open(walk, tab.path);
  if (!opened.ok) return null;
  const start = here(walk);
  const mark = beginStep(walk);
  const survey = (await act(walk, tab.target, { kind: "click" })) ? await lookAnswered(walk) : null;
  const address = here(walk);
  // What is loaded for it is loaded in the same way again.
  if (!survey || address === null || address === start || hasLoaded(walk, mark)) return null;
  const [before, after] = [namesOn(opened.survey), namesOn(survey)];
  const gone = before.find((name) => !after.includes(name));
  const fresh = after.find((name) => !before.includes(name));
  if (gone === undefined || fresh === undefined) return null;
  const again = await open(walk, address);
  const shown = again.ok ? namesOn(again.survey) : [];
  return shown.includes(gone) && !shown.includes(fresh) ? { ...tab, gone } : null;
};

/** Tabs that have an address, which does not bring them up when it is loaded. */
export const probeLostTabs = async (
  walk: Walk,
  pages: readonly SitePage[],
  filters: readonly SiteFilter[],
): Promise<SiteLostTab[]> => {
  if (!isThorough(walk)) return [];
  const plain = pages.filter((page) => isByAddress(page) && !page.path.includes("?"));
  const kinds = new Set<string | null>();
  const ofItems = plain.flatMap((page) => {
    const parts = ofParts(walk, page, pages);
    const kind = parts.length > 0 ? (page.pattern.split(":id")[0] ?? "") : null;
    if (kind === null || kinds.has(kind)) return [];
    kinds.add(kind);
    return parts.slice(0, PER_PAGE);
  });
  const tabs = [
    ...ofFilters(filters),
    ...plain.flatMap((page) => ofLinks(walk, page, pages).slice(0, PER_PAGE)),
    ...ofItems,
  ];
  const lost: SiteLostTab[] = [];
  for (const tab of tabs.slice(0, MOST)) {
    if (walk.over()) break;
    walk.progress(`loading the address of "${tab.name}" on ${tab.path}`);
    const found = await probe(walk, tab);
    if (found && !lost.some(({ path }) => path === found.path)) lost.push(found);
  }
  return lost;
};
