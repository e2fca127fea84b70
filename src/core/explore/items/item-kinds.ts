import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { isFile, normalise, pathOf } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import type { Lead } from "#core/explore/pages/frontier.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import type { Visited } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { isDangerousAddress } from "#core/explore/words.ts";

const KIND =
  /^(?:kind|type|category|species|class|group|genre|format|status|state|art|typ|kategorie|gruppe|statut|cat[ée]gorie|tipo|categor[íi]a|estado|stato|soort|categorie)$/i;
const MOST_KINDS = 6;
const MOST_VISITS = 8;

/** Rows of the list, one of each kind that a column tells. */
const oneOfEach = ({ kind, columns, items }: SurveyCollection): SurveyCollection["items"] => {
  const at = kind === "table" ? columns.findIndex(({ name }) => KIND.test(fold(name))) : -1;
  const kinds = Map.groupBy(items, ({ cells }) => fold(cells[at] ?? ""));
  const isTold = at >= 0 && kinds.size > 1 && kinds.size <= MOST_KINDS && kinds.size < items.length;
  return isTold ? [...kinds].flatMap(([name, some]) => (name === "" ? [] : some.slice(0, 1))) : [];
};

/** Opens the page of one item of each kind of a list: what is wrong with one kind alone is to be seen nowhere else. */
export const visitKinds = async (
  walk: Walk,
  take: (visited: Visited, lead: Lead) => Promise<void>,
): Promise<void> => {
  if (!isThorough(walk)) return;
  const pages: SitePage[] = [...walk.pages.values()].filter(isByAddress);
  const opened = new Set(pages.flatMap(({ path, examples }) => [path, ...examples]));
  let visits = 0;
  for (const page of pages) {
    const list = mainList(page.survey);
    for (const { links } of list ? oneOfEach(list) : []) {
      const url = links[0] ? normalise(links[0].href, walk.origin) : null;
      const path = url ? pathOf(url) : "";
      if (!url || url.origin !== walk.origin || isFile(url) || isDangerousAddress(path) || opened.has(path))
        continue;
      opened.add(path);
      visits += 1;
      if (walk.over() || visits > MOST_VISITS || walk.visited >= walk.limits.pages) return;
      walk.visited += 1;
      const visited = await open(walk, path);
      const via = { pageId: page.id, text: links[0]?.text ?? "", target: null };
      if (visited.ok) await take(visited, { url, depth: page.depth + 1, via });
    }
  }
};
