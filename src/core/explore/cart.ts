import type { SiteAction, SiteCart, SitePage } from "#model/site.ts";
import { pathOf } from "./address.ts";
import { addressOf } from "./frontier.ts";
import type { Visited } from "./open-page.ts";
import type { Walk } from "./walk.ts";
import { look, open, perform } from "./open-page.ts";
import { here } from "./walk.ts";
import { CART, CART_ADD } from "./words.ts";

type Take = (
  visited: Visited,
  setup: SiteAction[],
  lead: { depth: number; via: SitePage["via"] },
) => Promise<void>;

/**
 * Puts one item into the cart, which only this session has, and looks at the cart and the checkout as they are then.
 * Nothing is ordered.
 */
export const fillCart = async (walk: Walk, take: Take): Promise<SiteCart | null> => {
  for (const page of walk.pages.values()) {
    const control = [
      ...page.survey.buttons,
      ...page.survey.forms.flatMap(({ submit }) => (submit ? [submit] : [])),
    ].find(({ name, target, disabled }) => target !== null && !disabled && CART_ADD.test(name));
    if (!control?.target || page.setup.length > 0) continue;
    const setup: SiteAction[] = [
      { kind: "goto", path: page.path },
      { kind: "click", target: control.target },
    ];
    walk.progress(`putting an item into the cart on ${page.path}`);
    if (!(await perform(walk, setup))) return null;
    const survey = await look(walk);
    if (!survey) return null;
    const cart: SiteCart = { stays: here(walk) === page.path };
    const depth = page.depth + 1;
    const seen = new Set<string>();
    // The cart first, then what it leads to: the checkout.
    for (let from = survey, round = 0; round < 3; round += 1) {
      const links = from.links.filter((each) => CART.test(each.text) || CART.test(each.href));
      const next = links
        .map((each) => ({ each, url: addressOf(walk, each) }))
        .find(({ url }) => url !== null && !seen.has(pathOf(url)) && url.search === "");
      if (!next?.url || walk.over()) return cart;
      const path = pathOf(next.url);
      seen.add(path);
      const visited = await open(walk, path);
      if (!visited.ok) return cart;
      walk.visited += 1;
      const via = { pageId: page.id, text: next.each.text, target: next.each.target };
      const steps: SiteAction[] = [...setup, { kind: "goto", path }];
      await take(visited, steps, { depth: depth + round, via });
      from = visited.survey;
    }
    return cart;
  }
  return null;
};
