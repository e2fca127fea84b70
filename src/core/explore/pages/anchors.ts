import { pathOf, withoutHash } from "./address.ts";
import type { Lead } from "./frontier.ts";
import { addressOf } from "./frontier.ts";
import type { Walk } from "./walk.ts";
import { isThorough } from "./walk.ts";

const MOST = { quick: 1, thorough: 4 };
/** Names a place on a page, and no route. */
const PLACE = /^#[a-z\d_-]+$/i;

/** Links to a place on a page that is known, one for each such page: what a script does about the place is done as it loads. */
export const anchorLeads = (walk: Walk): Lead[] => {
  const pages = [...walk.pages.values()].filter(({ setup }) => setup.length === 0);
  const known = new Set(pages.map(({ path }) => path));
  const found = new Map<string, Lead>();
  for (const { id, path, depth, survey } of pages)
    for (const link of survey.links) {
      const { href, text, target } = link;
      const url = addressOf(walk, link) && URL.canParse(href, survey.url) ? new URL(href, survey.url) : null;
      const place = url && PLACE.test(url.hash) ? withoutHash(pathOf(url)) : null;
      if (!url || place === null || place === path || !known.has(place) || found.has(place)) continue;
      found.set(place, { url, depth, via: { pageId: id, text, target } });
    }
  return [...found.values()].slice(0, MOST[isThorough(walk) ? "thorough" : "quick"]);
};
