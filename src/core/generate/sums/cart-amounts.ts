import type { PageSurvey, SurveyField } from "#model/survey.ts";
import { quantityField } from "./loose-carts.ts";
import { otherNumber, takes } from "#core/generate/other-number.ts";

/** "Max. 2 per customer", "limit 2 per order". */
const EACH =
  /(?:max(?:imum|\.)?|at most|up to|no more than|limit(?:ed)?(?: (?:of|to))?|h[öo]chstens|maximal)\s*:?\s*(\d{1,3})\s+(?:\p{L}+\s+)?(?:per|pro|par|por|a|je)\s+(?:customer|client|person|order|household|buyer|account|kunde|kundin|bestellung|haushalt|commande|cliente|pedido|ordine)/iu;

const SEVERAL = 3;

/** How many of an item a cart is set to, where that can be had; `adds`: one can be had as well, and two more then. */
export type CartAmounts = { many: number | null; adds: boolean };

/** By what the cart's field for the item states, and the page of the item says. */
export const amountsOf = (
  cart: PageSurvey,
  name: string,
  value: string | null,
  item: PageSurvey,
  quantity: SurveyField | null,
): CartAmounts => {
  const numbers = cart.forms.flatMap(({ fields }) => fields).filter(({ type }) => type === "number");
  const field = quantityField(cart, name) ?? numbers.find((each) => each.value === value);
  if (!field) return { many: SEVERAL, adds: true };
  const now = Number(field.value);
  const most = EACH.exec(item.text)?.[1];
  const bound: SurveyField = most === undefined || (field.max ?? "") !== "" ? field : { ...field, max: most };
  return {
    many: takes(bound, now, SEVERAL) ? SEVERAL : otherNumber(bound, now, SEVERAL - now),
    adds:
      takes(bound, now, 1) &&
      takes(bound, now, SEVERAL) &&
      (quantity === null || takes(quantity, Number(quantity.value), SEVERAL - 1)),
  };
};
