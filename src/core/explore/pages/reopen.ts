import type { SiteAction, SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { look, open, perform } from "./open-page.ts";
import type { Walk } from "./walk.ts";
import { DELETE } from "#core/explore/words.ts";

/** What takes everything out of a cart. */
export const EMPTIES =
  /^(?:empty|clear)\b(?: (?:the |your |my )?(?:cart|basket|bag|trolley|all|everything))?$|^remove (?:all|everything)\b|^(?:waren|einkaufs)korb leeren$|^alles entfernen$|^vider (?:le |mon )?panier$|^vaciar (?:el )?(?:carrito|la cesta)$|^svuota (?:il )?carrello$|^(?:esvaziar|limpar) (?:o )?carrinho$|^winkelwagen legen$|^opr[óo][żz]nij koszyk$/i;

/** Takes one thing out of a page, by its name. */
export const isRemoval = (name: string): boolean => DELETE.test(name) && !EMPTIES.test(name.trim());

/** How many controls of a page take one thing out of it, by their names. */
export const removals = ({ buttons, collections }: PageSurvey): number =>
  [
    ...buttons.map(({ name }) => name),
    ...collections.flatMap(({ items }) => items.flatMap((row) => row.buttons)),
  ].filter((name, at, all) => all.indexOf(name) === at && isRemoval(name)).length;

/**
 * Does again what had brought a page up. What is in the cart still is not put into it once more: an order would take all of
 * it from the stock.
 */
export const redo = async (walk: Walk, setup: readonly SiteAction[]): Promise<boolean> => {
  const { cart } = walk;
  const [start, ...others] = setup;
  const at = others.findIndex(({ kind }) => kind === "goto");
  const rest = others.slice(at);
  const isFilling = cart !== null && start?.kind === "goto" && start.path === cart.from && at > 0;
  if (!isFilling) return perform(walk, setup);
  const survey = (await perform(walk, [{ kind: "goto", path: cart.path }])) ? await look(walk) : null;
  return perform(walk, survey !== null && removals(survey) > 0 ? rest : setup);
};

/** Brings a known page up again; false where that cannot be done. */
export const reach = async (
  walk: Walk,
  { path, setup }: Pick<SitePage, "path" | "setup">,
): Promise<boolean> => (setup.length > 0 ? redo(walk, setup) : (await open(walk, path)).ok);
