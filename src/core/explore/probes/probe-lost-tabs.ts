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
import { isDangerous, isDangerousAddress } from "#core/explore/words.ts";
import type { SiteFilter, SiteLostTab } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

const MOST = 8;
const PER_PAGE = 2;
const MOST_LETTERS = 30;

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
    const isHarmless = !isDangerous(text) && !isDangerousAddress(address);
    return isHere && isPlain && isHarmless && target !== null && text !== "" && text.length <= MOST_LETTERS
      ? [{ pageId: id, path, name: text, target }]
      : [];
  });
};

const namesOn = ({ collections }: PageSurvey): string[] =>
  collections.flatMap(({ items }) => items.map(itemName)).filter((name) => name.length > 2);

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
  const tabs = [
    ...ofFilters(filters),
    ...plain.flatMap((page) => ofLinks(walk, page, pages).slice(0, PER_PAGE)),
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
