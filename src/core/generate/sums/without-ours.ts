import { ITEM, rowControl } from "#core/explore/items/own-item.ts";
import { clickIfSeen, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { Cart } from "./carts.ts";

/**
 * Takes out of the cart what other cases put into it, as far as it is that of who is logged in, so that each case begins alike;
 * what else is in it stays. The page is opened anew for each, lest a question whether it is meant stands in the way.
 */
export const withoutOurs = (
  site: SiteModel,
  cart: Pick<Cart, "path" | "list" | "rowRole" | "remove" | "question" | "items"> | null,
): StepDocument[] => {
  if (!cart?.remove || site.login?.used !== true) return [];
  const { path, list, rowRole, remove, question, items } = cart;
  // Without a row, it is to be told by its own name.
  if (rowRole === null && !remove.name.includes(ITEM)) return [];
  const answer = question === null ? [] : [idle, clickIfSeen(question)];
  return items.flatMap(({ name }) => {
    const row = rowRole === null ? null : { role: rowRole, name, within: literalTarget(list) };
    const control = literalTarget(rowControl(remove, name, row));
    return [{ goto: literal(path) }, idle, clickIfSeen(control), ...answer, idle];
  });
};
