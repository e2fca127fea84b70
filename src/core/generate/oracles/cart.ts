import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { slug } from "#core/explore/pages/states.ts";
import { ITEM, rowControl } from "#core/explore/items/own-item.ts";
import { BELOW_ZERO, cartOf } from "#core/generate/sums/carts.ts";
import type { Cart } from "#core/generate/sums/carts.ts";
import { withoutOurs } from "#core/generate/sums/without-ours.ts";
import {
  clickIfSeen,
  fillOne,
  idle,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  selectOne,
  short,
} from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { Target, TargetObject } from "#model/target.ts";

const put = (cart: Cart, item: Cart["items"][number], quantity: number): StepDocument[] => [
  { goto: literal(item.path) },
  ...item.choose,
  ...(cart.quantity !== null && quantity > 1 ? [fillOne(cart.quantity, String(quantity))] : []),
  { click: literalTarget(cart.add) },
  { wait_for: "idle" },
];

/** Says yes where one is asked whether a row is to be taken out. */
const answered = ({ question }: Cart): StepDocument[] =>
  question === null ? [] : [idle, clickIfSeen(question)];

const open = (cart: Cart): StepDocument[] => [{ goto: literal(cart.path) }, { wait_for: "idle" }];

/** What is said now, and that the same is said later; what costs nothing may be "free". */
const sumsAgain = (cart: Cart): { now: StepDocument[]; later: StepDocument[] } => {
  const said = cart.words.map((words) => ({ words, name: `${slug(words).replaceAll("-", "_")}_said` }));
  if (said.length === 0) return { now: [], later: [] };
  const target = literalTarget(cart.main);
  const captures = said.map(
    ({ words, name }) => [name, { text: target, match: `${escapeRegex(words)} (\\S+)` }] as const,
  );
  return {
    now: [{ capture: Object.fromEntries(captures) }],
    later: said.map(({ words, name }) => ({
      expect: { text: { target, contains: `${literal(words)} \${${name}}` } },
    })),
  };
};

/** What leads to the cart says at once what it says when the page is opened again. */
const badgeAgain = ({ badge }: Cart, path: string): StepDocument[] =>
  badge === null
    ? []
    : [
        { capture: { cart_said: { text: badge } } },
        { goto: literal(path) },
        { expect: { text: { target: badge, is: "${cart_said}" } } },
      ];

/** The same in two parts, around what opens the cart again. */
const badgeLater = ({ badge }: Cart): { now: StepDocument[]; later: StepDocument[] } =>
  badge === null
    ? { now: [], later: [] }
    : {
        now: [{ capture: { cart_said: { text: badge } } }],
        later: [{ expect: { text: { target: badge, is: "${cart_said}" } } }],
      };

const shown = (cart: Cart, name: string): StepDocument => ({
  expect: { text: { target: literalTarget(cart.main), contains: literal(name) } },
});
const matching = (cart: Cart, matches: string): StepDocument => ({
  expect: { text: { target: literalTarget(cart.main), matches } },
});
const gone = (cart: Cart, name: string): StepDocument => ({
  expect: { text: { target: literalTarget(cart.list), contains: literal(name), not: true } },
});

const keeps = (cart: Cart, site: SiteModel): Draft[] => {
  const [first] = cart.items;
  if (!first) return [];
  return [
    {
      id: "cart-keeps",
      title: "What is put into the cart is in it, and still after a reload",
      steps: [
        ...put(cart, first, 1),
        ...badgeAgain(cart, first.path),
        ...open(cart),
        shown(cart, first.name),
        ...cart.lines,
        "reload",
        shown(cart, first.name),
        noErrors(problemsOf(site), site.login?.used ?? false),
      ],
      rank: 12,
    },
  ];
};

const PRICE = String.raw`([€$£¥₹] ?\d[\d.,]*\d|\d[\d.,]*\d ?(?:€|EUR|CHF|kr|zł))`;

/** What was chosen of an item is what is in the cart, at the price that its page showed then. */
const chosen = (cart: Cart): Draft[] => {
  const [first] = cart.items;
  // A cart may be that of who is logged in: what this case puts into it would be there for the others.
  if (!first || cart.choice === null || cart.remove === null || cart.rowRole === null) return [];
  const { target, option, price } = cart.choice;
  const row: Target = { role: cart.rowRole, name: option, within: cart.list };
  const says = (contains: string): StepDocument => ({
    expect: { text: { target: literalTarget(row), contains } },
  });
  return [
    {
      id: "cart-choice",
      title: `The cart has what was chosen: "${short(option, 30)}"`,
      steps: [
        { goto: literal(first.path) },
        selectOne(target, option),
        { wait_for: "idle" },
        ...(price
          ? [{ capture: { price_shown: { text: literalTarget(cart.itemMain), match: PRICE } } }]
          : []),
        { click: literalTarget(cart.add) },
        { wait_for: "idle" },
        ...open(cart),
        says(literal(first.name)),
        ...(price ? [says("${price_shown}")] : []),
        { click: literalTarget(rowControl(cart.remove, first.name, row)) },
        ...answered(cart),
        { wait_for: "idle" },
      ],
      rank: 13,
    },
  ];
};

const change = ({ update, first }: Cart, quantity: TargetObject, value: string): StepDocument[] => [
  { fill: { target: quantity, value } },
  update === null
    ? { press: { key: "Enter", target: quantity } }
    : { click: { role: "button", name: literal(update), within: literalTarget(first) } },
  { wait_for: "idle" },
];

const amounts = (cart: Cart): Draft[] => {
  const [first] = cart.items;
  const { many } = cart.amounts;
  if (!first || cart.rowQuantity === null || many === null) return [];
  const isKept: StepDocument = { expect: { value: { target: cart.rowQuantity, is: String(many) } } };
  const { now, later } = sumsAgain(cart);
  const beside = badgeLater(cart);
  return [
    {
      id: "cart-quantity",
      title: "A new quantity in the cart is kept, and the amounts follow it",
      steps: [
        ...put(cart, first, 1),
        ...open(cart),
        ...change(cart, cart.rowQuantity, String(many)),
        isKept,
        ...cart.sums,
        ...(cart.manyCome === null ? [] : [matching(cart, cart.manyCome)]),
        ...now,
        ...beside.now,
        ...open(cart),
        isKept,
        ...cart.sums,
        ...later,
        ...beside.later,
      ],
      rank: 13,
    },
  ];
};

/** Neither the page of an item nor the cart takes fewer than none. */
const below = (cart: Cart): Draft[] => {
  const [first] = cart.items;
  if (!first || !cart.isPositive || (cart.quantity === null && cart.rowQuantity === null)) return [];
  const isWell: StepDocument = {
    expect: { text: { target: literalTarget(cart.main), matches: BELOW_ZERO, not: true } },
  };
  const fewer = "-2";
  return [
    {
      id: "cart-below-zero",
      title: "The cart never has fewer than none of an item",
      steps: [
        ...(cart.quantity === null
          ? []
          : [
              { goto: literal(first.path) },
              fillOne(cart.quantity, fewer),
              { click: literalTarget(cart.add) },
              idle,
              ...open(cart),
              isWell,
            ]),
        ...(cart.rowQuantity === null
          ? []
          : [
              ...put(cart, first, 1),
              ...open(cart),
              ...change(cart, cart.rowQuantity, fewer),
              ...open(cart),
              isWell,
            ]),
      ],
      rank: 15,
    },
  ];
};

/** Of three items the one in the middle: neither what is always the first is taken out, nor what is always the last. */
const removes = (cart: Cart): Draft[] => {
  const [first, second, third] = cart.items;
  if (!first || !second || cart.remove === null) return [];
  const row: Target | null =
    cart.rowRole === null ? null : { role: cart.rowRole, name: second.name, within: cart.list };
  // Without a row, it is to be told by its own name.
  if (row === null && !cart.remove.name.includes(ITEM)) return [];
  const { now, later } = sumsAgain(cart);
  const beside = badgeLater(cart);
  const left = [first, ...(third ? [third] : [])];
  const isLeft = [gone(cart, second.name), ...left.map(({ name }) => shown(cart, name))];
  return [
    {
      id: "cart-removes",
      title: "Removing one item from the cart removes it, and just it",
      steps: [
        ...put(cart, first, 1),
        ...put(cart, second, 1),
        ...(third ? put(cart, third, 1) : []),
        ...open(cart),
        shown(cart, second.name),
        ...left.map(({ name }) => shown(cart, name)),
        { click: literalTarget(rowControl(cart.remove, second.name, row)) },
        ...answered(cart),
        { wait_for: "idle" },
        ...isLeft,
        ...now,
        ...beside.now,
        ...open(cart),
        ...isLeft,
        ...later,
        ...beside.later,
      ],
      rank: 14,
    },
  ];
};

/** More of what is in it already is added to it. */
const addsUp = (cart: Cart): Draft[] => {
  const [first] = cart.items;
  if (!first || cart.rowQuantity === null || cart.quantity === null || !cart.amounts.adds) return [];
  return [
    {
      id: "cart-adds-up",
      title: "More of an item that is in the cart already is added to it",
      steps: [
        ...put(cart, first, 1),
        ...open(cart),
        ...change(cart, cart.rowQuantity, "1"),
        ...put(cart, first, 2),
        ...open(cart),
        shown(cart, first.name),
        { expect: { value: { target: cart.rowQuantity, is: "3" } } },
      ],
      rank: 14,
    },
  ];
};

/** What takes everything out does so, once and for all. */
const leavesNothing = (cart: Cart): Draft[] => {
  const [first] = cart.items;
  if (!first || cart.empty === null) return [];
  const { name, target, confirm } = cart.empty;
  return [
    {
      id: "cart-empties",
      title: `"${short(name, 30)}" leaves nothing in the cart`,
      steps: [
        ...put(cart, first, 1),
        ...open(cart),
        shown(cart, first.name),
        { click: literalTarget(target) },
        ...(confirm === null ? [] : [{ click: literalTarget(confirm) }]),
        idle,
        gone(cart, first.name),
        ...open(cart),
        gone(cart, first.name),
      ],
      rank: 14,
    },
  ];
};

const CALLED = "nothing of ours is in the cart";

export const cart = defineOracle({
  id: "cart",
  summary:
    "A cart keeps what is put into it, follows a new quantity, has never fewer than none, loses just what is removed, and all of it where that is asked for.",
  applies(site) {
    const found = cartOf(site);
    if (!found) return [];
    const first = withoutOurs(site, found);
    const blocks: Record<string, StepDocument[]> = first.length > 0 ? { [CALLED]: first } : {};
    const begin: StepDocument[] = first.length > 0 ? [{ use: CALLED }] : [];
    return [
      ...keeps(found, site),
      ...chosen(found),
      ...amounts(found),
      ...addsUp(found),
      ...below(found),
      ...removes(found),
      ...leavesNothing(found),
    ].map((draft) => ({
      ...draft,
      blocks: { ...blocks, ...draft.blocks },
      steps: [...begin, ...draft.steps],
    }));
  },
});
