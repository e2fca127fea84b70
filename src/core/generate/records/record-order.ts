import { ITEM, rowControl } from "#core/explore/items/own-item.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { another, find, making, openList, planOf, rowOf, variable } from "./record-plan.ts";
import { removal } from "./record-removal.ts";
import { idle, literalTarget, short } from "#core/generate/steps.ts";

/** An item that is moved one place in its list is in that place later, too. */
export const ordered = (site: SiteModel, record: SiteRecord): Draft[] => {
  const { reorder, list } = record;
  // The control may be called after the item, which has a plain name then.
  const known = reorder ? planOf(site, { ...record, nameTail: "" }) : null;
  if (!reorder || !known) return [];
  const plan = another(known, "moved");
  const rows = literalTarget(list);
  const [before, after] = [variable(known, "order_before"), variable(known, "order_after")];
  const noted = (called: string): StepDocument => ({ capture: { [called]: { text: rows } } });
  return [
    {
      id: `order-${plan.id}`,
      title: `"${short(reorder.name.replace(ITEM, "…"), 30)}" moves an item, and its list stays in that order`,
      steps: [
        openList(plan),
        ...making(plan),
        ...find(plan, plan.name),
        idle,
        noted(before),
        { click: rowControl(reorder, plan.name, rowOf(plan, plan.name)) },
        idle,
        { expect: { text: { target: rows, is: `\${${before}}`, not: true } } },
        noted(after),
        "reload",
        { expect: { text: { target: rows, is: `\${${after}}` } } },
        ...(removal(plan) ?? []),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 16,
    },
  ];
};
