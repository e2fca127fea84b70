import type { SiteAction, SiteCart, SitePage } from "#model/site.ts";
import type { PageSurvey } from "#model/survey.ts";
import { click } from "./act.ts";
import { pathOf } from "./address.ts";
import { newButtons } from "./dialogs.ts";
import { addressOf } from "./frontier.ts";
import type { Visited } from "./open-page.ts";
import type { Walk } from "./walk.ts";
import { look, open, perform } from "./open-page.ts";
import { here } from "./walk.ts";
import { CART, CART_ADD, CLOSES, DELETE } from "./words.ts";

type Take = (
  visited: Visited,
  setup: SiteAction[],
  lead: { depth: number; via: SitePage["via"] },
) => Promise<void>;

const EMPTIES =
  /^(?:empty|clear)\b(?: (?:the |your |my )?(?:cart|basket|bag|trolley|all|everything))?$|^remove (?:all|everything)\b|^(?:waren|einkaufs)korb leeren$|^alles entfernen$|^vider (?:le |mon )?panier$|^vaciar (?:el )?(?:carrito|la cesta)$|^svuota (?:il )?carrello$|^(?:esvaziar|limpar) (?:o )?carrinho$|^winkelwagen legen$|^opr[óo][żz]nij koszyk$/i;

const removals = ({ buttons, collections }: PageSurvey): number =>
  [
    ...buttons.map(({ name }) => name),
    ...collections.flatMap(({ items }) => items.flatMap((row) => row.buttons)),
  ].filter((name, at, all) => all.indexOf(name) === at && DELETE.test(name) && !EMPTIES.test(name.trim()))
    .length;

/** Takes everything out of a cart that holds just the item that was put into it. */
const tryEmptying = async (
  walk: Walk,
  survey: PageSurvey,
  steps: SiteAction[],
): Promise<SiteCart["empty"]> => {
  const control = survey.buttons.find(({ name, disabled }) => !disabled && EMPTIES.test(name.trim()));
  if (!control?.target || removals(survey) !== 1 || walk.over()) return null;
  const { name, target } = control;
  const asked = await click(walk, target);
  if (!asked) return null;
  const answers = newButtons(survey, asked).filter((each) => !CLOSES.test(each.name.trim()));
  const isDead = asked.text === survey.text && answers.length === 0;
  const isAsked = asked.dialogs.length > survey.dialogs.length || answers.length > 0;
  let empty: SiteCart["empty"] = isDead || !isAsked ? { name, target, confirm: null } : null;
  const [answer, ...others] = answers;
  if (isAsked && answer?.target && others.length === 0) {
    const after = await click(walk, answer.target);
    // Where nothing has come of it either, that is news.
    if (after && (removals(after) === 0 || after.text === survey.text))
      empty = { name, target, confirm: answer.target };
  } else if (!isDead && removals(asked) > 0) empty = null;
  // What comes after it needs the item.
  return (await perform(walk, steps)) ? empty : null;
};

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
    const cart: SiteCart = { stays: here(walk) === page.path, empty: null, filled: null };
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
      cart.filled ??= { path, survey: visited.survey, from: page.path, add: control.target };
      await take(visited, steps, { depth: depth + round, via });
      cart.empty ??= await tryEmptying(walk, visited.survey, steps);
      from = visited.survey;
    }
    return cart;
  }
  return null;
};
