import { ITEM } from "#core/explore/items/own-item.ts";
import { DELETE } from "#core/explore/words.ts";
import { clickIfSeen, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { Cart } from "./carts.ts";

/** So many rows may have been left by other cases. */
const MOST_LEFT = 3;

const CALLED = "the cart is empty";

/** As a block that cases share, or as what it does, for blocks that begin with it. */
export type Emptied = { blocks: Record<string, StepDocument[]>; steps: StepDocument[]; once: StepDocument[] };

/**
 * Takes out of the cart what other cases left in it, as far as it is that of who is logged in: else each case begins with an
 * empty one. The page is opened anew each time, lest a question whether it is meant stands in the way.
 */
export const emptied = (
  site: SiteModel,
  cart: Pick<Cart, "path" | "list" | "remove" | "question"> | null,
): Emptied => {
  const words = cart?.remove?.name.split(ITEM)[0]?.trim() ?? "";
  if (!cart?.remove || site.login?.used !== true || !DELETE.test(words))
    return { blocks: {}, steps: [], once: [] };
  const first = { role: cart.remove.role, name: literal(words), within: literalTarget(cart.list), nth: 0 };
  const answer = cart.question === null ? [] : [idle, clickIfSeen(cart.question)];
  const row = [{ goto: literal(cart.path) }, idle, clickIfSeen(first), ...answer, idle];
  const once = Array.from({ length: MOST_LEFT }, () => row).flat();
  return { blocks: { [CALLED]: once }, steps: [{ use: CALLED }], once };
};
