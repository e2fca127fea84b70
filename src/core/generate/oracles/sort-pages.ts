import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literal, literalTarget, selectOne, short } from "#core/generate/steps.ts";
import type { SiteSort } from "#model/site-lists.ts";
import { ordered } from "./sort.ts";

const draft = ({ pageId, path, control, orders }: SiteSort): Draft[] => {
  const order = orders.find(({ next }) => next !== null);
  if (control.kind !== "select" || !order?.next) return [];
  return [
    {
      id: `sort-pages-${pageId}`,
      title: `The next page keeps the order "${short(order.label, 30)}"`,
      steps: [
        { goto: literal(path) },
        selectOne(control.field, order.label),
        ...(control.apply === null ? [] : [click(control.apply)]),
        idle,
        click(order.next),
        idle,
        { expect: { count: { target: literalTarget(order.values), min: 1 } } },
        ordered({ ...order, order: "either" }),
      ],
      rank: 29,
    },
  ];
};

export const sortPages = defineOracle({
  id: "sort-pages",
  joins: true,
  summary: "A list in pages keeps its order from page to page.",
  looks: true,
  applies: (site) => site.sorts.flatMap(draft),
});
