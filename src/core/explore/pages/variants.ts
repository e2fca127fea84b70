import type { SitePage } from "#model/site-pages.ts";
import { withoutQuery } from "./address.ts";
import { isByAddress } from "./by-address.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import { offersMore, usesOf } from "#core/explore/controls/uses.ts";

/** An address that says which of a list's pages it is. */
export const PLACE_IN_LIST = /[?&](?:page|p|pg|offset|start|skip)=/i;
/** What an address chooses another part of the page by. */
const PART = /[?&](?:tab|view|section|panel|pane|mode|show)=/i;

/** What the page lists, whichever rows there are and however they are ordered; null where there is no list. */
const listed = ({ survey }: SitePage): string | null => {
  const list = mainList(survey);
  if (!list) return null;
  const columns = list.columns.map(({ name }) => fold(withoutArrows(name)));
  // A list without names is told by the page.
  const heading = columns.length > 0 || list.name !== "" ? "" : survey.headings[0]?.text;
  return JSON.stringify([list.kind, list.name, columns, heading]);
};

/**
 * The page shows a list that another page has under the same address with another query, or none: further rows, fewer, or in
 * another order. What is tried on the first need not be tried there.
 */
export const isVariant = (page: SitePage, pages: SitePage[]): boolean => {
  const alike = pages.filter(
    (other) => other !== page && withoutQuery(other.pattern) === withoutQuery(page.pattern),
  );
  if (PLACE_IN_LIST.test(page.path)) return alike.some(({ path }) => !PLACE_IN_LIST.test(path));
  const list = listed(page);
  // Where all of them have a query, it is the one that was met first.
  const isFirst = (other: SitePage): boolean =>
    !other.path.includes("?") || pages.indexOf(other) < pages.indexOf(page);
  // A list with nothing in it is told by what else there is.
  const isSame = (other: SitePage): boolean =>
    list === null
      ? page.survey.headings[0]?.text === other.survey.headings[0]?.text &&
        usesOf(page.survey).length > 0 &&
        !offersMore([other], page.survey)
      : listed(other) === list;
  return (
    page.path.includes("?") &&
    !PART.test(page.path) &&
    alike.some((other) => isFirst(other) && isByAddress(other) && isSame(other))
  );
};
