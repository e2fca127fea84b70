import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteItemAction } from "#model/site-records.ts";
import { isReferred } from "#core/explore/items/item-data.ts";
import { ITEM } from "#core/explore/items/own-item.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { another, cellOf, find, making, openList, planOf } from "#core/generate/records/record-plan.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import { agree, removal } from "#core/generate/records/record-removal.ts";
import { idle, literal, noErrors, short } from "#core/generate/steps.ts";
import { bring, used } from "./item-actions.ts";

/** Says that one has no longer what was chosen. */
const ENDS =
  /(?<!\p{L})(?:return(?:ed)?|(?:take|give|hand|bring) back|cancel|release|end|free|zur[üu]ck\w*|retour\w*|rendu|devolver|devuelto|restituit\w*)(?!\p{L})/iu;

type Held = { plan: Plan; column: number; text: string };

/** What was made for the item to refer to, and is held as long as that is there. */
const heldBy = ({ entries, referred }: Plan): Held[] =>
  entries.filter(isReferred).flatMap(({ field }, at): Held[] => {
    const [plan, held] = [referred[at], field.refers?.held];
    return plan && held ? [{ plan, ...held }] : [];
  });

const says = ({ plan, column, text }: Held, not: boolean): StepDocument[] => [
  ...find(plan, plan.name),
  {
    expect: { text: { target: cellOf(plan, column), is: literal(text), ...(not && { not }) } },
    within: { role: "row", name: plan.name },
  },
];

const byAction = (plan: Plan, action: SiteItemAction): StepDocument[] => [
  ...bring(plan, action.onPage),
  ...used(plan, action),
  ...agree(action.confirm),
  idle,
];

/** What came up only once something else was done with the item. */
const isOfferedLater = ({ record }: Plan, { control }: SiteItemAction): boolean =>
  record.actions.some(({ change }) => change?.offers?.name === control.name);

/** What ends it: what is called so, else its removal. */
const endOf = (plan: Plan): { steps: StepDocument[]; by: string } | null => {
  const action = plan.record.actions.find(
    (each) =>
      ENDS.test(each.control.name) &&
      !each.dead &&
      !each.wrong &&
      !each.change?.copies &&
      !isOfferedLater(plan, each),
  );
  if (action) return { steps: byAction(plan, action), by: action.control.name };
  const removed = plan.record.remove?.stays ? null : removal({ ...plan, referred: [] });
  return removed && { steps: removed, by: plan.record.remove?.name ?? "" };
};

const drafts = (begun: Plan): Draft[] => {
  const plan = another(begun, "held");
  const held = heldBy(plan);
  const end = endOf(plan);
  const [first] = held;
  if (!first || !end) return [];
  // What still has them keeps them.
  const removed = plan.record.remove && !plan.record.remove.stays ? removal(plan) : null;
  return [
    {
      id: `releases-${plan.id}`,
      title: `What "${short(plan.called, 30)}" has made "${short(first.text, 30)}" is so no longer after "${short(end.by.replace(ITEM, "").trim(), 30)}"`,
      steps: [
        openList(plan),
        ...making(plan),
        ...held.flatMap((each) => says(each, false)),
        ...end.steps,
        ...held.flatMap((each) => says(each, true)),
        noErrors(plan.problems, plan.loggedIn),
        ...(removed ?? []),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 16,
    },
  ];
};

export const heldItems = defineOracle({
  id: "held-items",
  summary:
    "What an item has of another list (a hire its tool, a booking its room) is said to be held while it does, and no longer once it has ended.",
  applies: (site) =>
    site.records.flatMap((record) => {
      const plan = record.listed === "never" || record.rowRole !== "row" ? null : planOf(site, record);
      return plan && plan.referred.length > 0 ? drafts(plan) : [];
    }),
});
