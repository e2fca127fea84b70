import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fixturesOf } from "#core/generate/forms.ts";
import { find, making, openList, use } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { click, idle, short } from "#core/generate/steps.ts";

const TAG = /\$\{tag\}/g;

/** A form that comes up for an item goes once the item is made. */
export const lingers = (known: Plan): Draft[] => {
  const { record, id, called } = known;
  if (record.lingers !== true || record.local) return [];
  const own = (text: string): string => text.replace(TAG, "${tag_of_last}");
  const plan: Plan = {
    ...known,
    name: own(known.name),
    entries: known.entries.map((entry) =>
      entry.kind === "fill" ? { ...entry, value: own(entry.value) } : entry,
    ),
  };
  const { remove, detail } = record;
  return [
    {
      id: `create-${id}-closes`,
      title: `"${short(called)}" is put aside once it has made an item`,
      steps: [
        openList(plan),
        ...making(plan),
        { expect: { hidden: fieldItself(record.nameField) } },
        ...(remove
          ? [
              ...find(plan, plan.name),
              ...use(plan, remove, detail?.remove === true, plan.name),
              ...(remove.confirm ? [click(remove.confirm)] : []),
              idle,
            ]
          : []),
      ],
      fixtures: { ...fixturesOf(plan.entries), tag_of_last: { string: 6 } },
      rank: 10,
    },
  ];
};
