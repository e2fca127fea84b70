import { defineOracle } from "#core/generate/define-oracle.ts";
import { idle, literal, literalTarget, stepOf } from "#core/generate/steps.ts";

export const cartLimit = defineOracle({
  id: "cart-limit",
  summary: "The cart keeps no more of an item than its page lets one put in.",
  applies({ cart }) {
    if (!cart?.limit) return [];
    const { path, setup, field, update, most } = cart.limit;
    const target = literalTarget(field);
    const more = String(most + 1);
    return [
      {
        id: "cart-limit",
        title: `The cart takes no more than ${most} of an item, as its page does`,
        steps: [
          ...setup.map(stepOf),
          idle,
          { goto: literal(path) },
          idle,
          { fill: { target, value: more } },
          update ? { click: literalTarget(update) } : { press: { key: "Enter", target } },
          idle,
          { goto: literal(path) },
          idle,
          {
            expect: { value: { target, matches: `^(?!0*${more}$)` } },
            when: { visible: target },
          },
        ],
        rank: 16,
      },
    ];
  },
});
