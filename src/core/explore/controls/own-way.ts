import type { SitePage } from "#model/site-pages.ts";
import { isToken, normalise } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { lookSteadily, open } from "#core/explore/pages/open-page.ts";
import { partsOf, tokensOf } from "#core/explore/pages/own-beginning.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, spend } from "#core/explore/pages/walk.ts";

/** The address that the page's way leads to now, where that is another one, in a token alone, which shows the same. */
const leadsAnew = async (
  walk: Walk,
  from: SitePage,
  { path, via, survey }: SitePage,
): Promise<{ parts: string[]; at: number } | null> => {
  const opened = await open(walk, from.path);
  const url = new URL(path, walk.origin);
  if (!opened.ok || !via?.target || opened.survey.links.some(({ href }) => href === url.href)) return null;
  if (!spend(walk)) return null;
  const used = await walk.session.page.act(via.target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  const now = used.ok ? await lookSteadily(walk) : null;
  const to = normalise(walk.session.page.url(), walk.origin);
  if (!now || to?.origin !== walk.origin) return null;
  const found = tokensOf({ url, survey }, { url: to, survey: now });
  return found && isToken(found.token) && isToken(found.other) ? { parts: partsOf(url), at: found.at } : null;
};

/**
 * What a link or a button leads to under a token that is made each time cannot be opened by that address later: it is brought
 * up by the link or the button.
 */
export const bringUpByWays = async (walk: Walk, pages: readonly SitePage[]): Promise<void> => {
  for (const page of pages) {
    if (walk.over()) return;
    const { via, path, pattern } = page;
    const from = pages.find(({ id }) => id === via?.pageId);
    if (!via?.target || !from || from === page || !isByAddress(page) || !isByAddress(from)) continue;
    if (!partsOf(new URL(path, walk.origin)).some(isToken)) continue;
    const found = await leadsAnew(walk, from, page);
    if (!found) continue;
    page.setup = [
      { kind: "goto", path: from.path },
      { kind: "click", target: via.target },
    ];
    page.examples = [];
    walk.samples = walk.samples.filter((sample) => sample.pattern !== pattern);
    const { parts, at } = found;
    const isAlike = (led: string): boolean => {
      const own = partsOf(new URL(led, walk.origin));
      return own.length === parts.length && own.every((part, place) => place === at || part === parts[place]);
    };
    for (const reveal of pages.flatMap(({ reveals }) => reveals))
      if (reveal.path !== null && isAlike(reveal.path)) reveal.path = parts.slice(0, at).join("");
  }
};
