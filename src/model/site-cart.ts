import type { SiteAction } from "./site-pages.ts";
import type { PageSurvey } from "./survey.ts";
import type { Target } from "./target.ts";

/** `chosen`: how many of which kind, on a page `from` that begins with none of anything; `add` puts those in. */
export type CartFilled = {
  path: string;
  survey: PageSurvey;
  from: string;
  chosen: SiteAction[];
  add: Target;
};

/**
 * `stays`: the item's page is still open once the item is in the cart. `question`: what says yes where the cart asks whether a row is to be taken out; null where it does not ask, or was not seen to, or it is `unclear` what says so. `empty`: takes everything out of the cart, and what
 * says that it is meant; null where there is none, or it is not known what comes of it.
 */
export type SiteCart = {
  stays: boolean;
  question: Target | null;
  unclear: boolean;
  empty: { name: string; target: Target; confirm: Target | null } | null;
  /** The cart with that item, whatever else was in it before, and where it was put in; null where it was not looked at; see CartFilled. */
  filled: CartFilled | null;
  /**
   * The page of an item refused to put one more than `most` of it in, which the cart's own field had been set to; null where
   * that was not so. `setup` puts one in, `update` takes over a new number.
   */
  limit: {
    path: string;
    setup: SiteAction[];
    field: Target;
    update: Target | null;
    most: number;
  } | null;
};
