import type { Session } from "#ports/browser.ts";
import type { SiteOpenData } from "#model/site-guest.ts";
import type { SitePage } from "#model/site-pages.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { isOfItems, itemName, mainList } from "#core/explore/lists/lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep } from "#core/explore/pages/walk.ts";

const MOST_PAGES = 8;
const MOST_REQUESTS = 6;
const MOST_FILES = 3;
const DATA_FILE = /\.(?:csv|tsv|txt|json|xml|ics)$/i;
/** Names of so many rows are not in an answer by chance. */
const LEAST_NAMES = 3;
const LEAST_LETTERS = 4;

/** Names that are written in an answer as they are shown. */
const plainNames = ({ survey }: SitePage): string[] => {
  const list = mainList(survey);
  if (!list || !isOfItems(list)) return [];
  const names = list.items.map(itemName).filter((name) => /^[\p{L}\d .-]+$/u.test(name));
  return [...new Set(names)].filter((name) => name.length >= LEAST_LETTERS && /\p{L}{3}/u.test(name));
};

/** Files that the page's links give. */
const filesOf = ({ survey }: SitePage): string[] =>
  survey.links
    .filter(({ href, same_origin: own, download, scripted }) => {
      const isOffered = download || (URL.canParse(href) && DATA_FILE.test(new URL(href).pathname));
      return own && isOffered && scripted === undefined;
    })
    .map(({ href }) => href);

/** What the page asked for as it was loaded, with GET and from a script, and the files that it offers. */
const askedFor = async (walk: Walk, page: SitePage): Promise<string[]> => {
  const mark = beginStep(walk);
  const opened = await open(walk, page.path);
  if (!opened.ok) return [];
  const asked = evidenceSince(walk.session.evidence, mark).requests.filter(
    ({ method, same_origin: own, resource_type: type, status }) =>
      method === "GET" && own && /^(?:fetch|xhr)$/.test(type) && (status ?? 500) < 300,
  );
  return [...new Set([...filesOf(page).slice(0, MOST_FILES), ...asked.map(({ url }) => url)])].slice(
    0,
    MOST_REQUESTS,
  );
};

/** Asks once more for what pages are made of that send away who is not logged in, as somebody who is not. */
export const probeOpenData = async (
  walk: Walk,
  pages: SitePage[],
  anonymous: () => Promise<Session>,
): Promise<SiteOpenData[]> => {
  const kept = pages.filter((page) => page.guard === "asks" && plainNames(page).length >= LEAST_NAMES);
  if (kept.length === 0 || walk.over()) return [];
  const found = new Map<string, SiteOpenData>();
  const stranger = await anonymous();
  try {
    for (const page of kept.slice(0, MOST_PAGES)) {
      if (walk.over()) break;
      const names = plainNames(page);
      for (const url of await askedFor(walk, page)) {
        const answer = await stranger.request({ method: "GET", url, timeoutMs: 5_000 });
        if (!answer.ok || answer.status >= 300) continue;
        const path = pathOf(new URL(url));
        if (names.filter((name) => answer.body.includes(name)).length >= LEAST_NAMES)
          found.set(path, { pageId: page.id, path });
      }
    }
  } finally {
    await stranger.close();
  }
  return [...found.values()];
};
