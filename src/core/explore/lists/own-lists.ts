import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { rowWith } from "#core/explore/items/own-item.ts";
import type { Row } from "#core/explore/items/own-item.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { here } from "#core/explore/pages/walk.ts";
import { fold, itemName } from "./lists.ts";

/** Pages that are looked at for one thing. */
const MOST_PAGES = 8;

/** What a page is about, by its only heading of the first level. */
export const nameOf = ({ headings }: PageSurvey): string => {
  const [first, ...others] = headings.filter(({ level }) => level === 1).map(({ text }) => fold(text));
  return first !== undefined && others.length === 0 ? first : "";
};

export type Listed = { page: SitePage; row: Row };

/** What a page lists. */
export const namesIn = ({ list }: Row): string[] => list.items.map(itemName);

export const OF_ONES_OWN =
  /\b(?:my|your|mein\p{L}*|mon|mes|mis?|mio|miei|mia|mie|enrol\p{L}*|joined|memberships?|dashboard)\b/iu;

/** Pages that are about no item, and are called so. */
export const pagesOfLists = (pages: SitePage[], called: RegExp): SitePage[] =>
  pages
    .filter(
      (page) =>
        isByAddress(page) &&
        !/[?#]/.test(page.path) &&
        !page.pattern.includes(":") &&
        called.test(`${page.via?.text ?? ""} ${nameOf(page.survey)}`),
    )
    .slice(0, MOST_PAGES);

/** Those pages that say nothing of the item. */
export const without = async (walk: Walk, pages: SitePage[], item: string): Promise<SitePage[]> => {
  const found: SitePage[] = [];
  for (const page of pages) {
    const opened = await open(walk, page.path);
    if (opened.ok && !fold(opened.survey.text).includes(item)) found.push(page);
  }
  return found;
};

/** The page that lists the item now; the one that lists most, where there are several. */
export const listedOn = async (walk: Walk, pages: SitePage[], item: string): Promise<Listed | null> => {
  const found: Listed[] = [];
  for (const page of pages) {
    const opened = await open(walk, page.path);
    const row = opened.ok ? rowWith(opened.survey, null, item) : null;
    if (row && row.list.items.filter(({ text }) => fold(text).includes(item)).length === 1)
      found.push({ page, row });
  }
  return found.toSorted((a, b) => b.row.list.rows - a.row.list.rows)[0] ?? null;
};

/** What the page says as it is; nothing where it is another one by now. */
export const textOn = async (walk: Walk, path: string): Promise<string> =>
  here(walk) === path ? ((await look(walk))?.text ?? "") : "";
