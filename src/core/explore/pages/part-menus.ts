import type { SurveyCollection } from "#model/survey.ts";
import { normalise } from "./address.ts";
import { fold } from "#core/explore/lists/lists.ts";

/** So many pages of a part, at least, stand beside the part itself in a menu. */
const LEAST_PAGES = 3;
const ALL =
  /^(?:show |view )?(?:all|any|everything|alle|alles|tous|toutes|todos|todas|tutti|tutte|wszystkie)\b/i;

/**
 * The menu of a part of the app, such as one of its projects: bare links to the part itself ("Overview") and to pages right
 * below that. What each leads to is a page of its own, and no item; names below "All" are items all the same.
 */
export const isPartMenu = ({ items }: SurveyCollection, url: string): boolean => {
  const entries = items.flatMap(({ text, links }) => {
    const [link, other] = links;
    const to = link && !link.href.endsWith("#") ? normalise(link.href, url) : null;
    if (!link || !to || other || fold(text) !== fold(link.text) || to.search !== "") return [];
    return [{ text: fold(text), path: to.pathname.replace(/\/$/, "") }];
  });
  return entries.some(({ text, path }) => {
    const below = entries.filter(
      (other) => other.path.startsWith(`${path}/`) && !other.path.slice(path.length + 1).includes("/"),
    );
    const isMost = below.length * 2 >= entries.length;
    return path !== "" && !ALL.test(text) && below.length >= LEAST_PAGES && isMost;
  });
};
