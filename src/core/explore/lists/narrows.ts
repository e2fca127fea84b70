import type { SiteSearch } from "#model/site-lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Row } from "#core/explore/items/own-item.ts";
import { rowWith } from "#core/explore/items/own-item.ts";
import { NONSENSE } from "#core/explore/probes/probe-search.ts";
import { searchFor } from "./search-row.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import type { Way } from "#core/explore/items/ways.ts";

/**
 * Whether a search leaves the item alone in its list, does not find it by some of its words, as it would find others that are
 * called alike, and is over once the list is opened anew. The whole list is open then.
 */
export const narrowsTo = async (
  walk: Walk,
  { page, list }: Way,
  search: SiteSearch,
  name: string,
  { list: { rows } }: Row,
): Promise<boolean> => {
  if (!search.plain || rows < 2 || !isThorough(walk)) return false;
  const alone = await searchFor(
    walk,
    search,
    name,
    (survey) => rowWith(survey, list, name)?.list.rows === 1 || null,
  );
  const like = name.replace(/\S+$/u, NONSENSE);
  const isExact =
    alone && (await searchFor(walk, search, like, (survey) => rowWith(survey, list, name) === null || null));
  const anew = await open(walk, page.path);
  return isExact === true && anew.ok && rowWith(anew.survey, list, name)?.list.rows === rows;
};
