import { itemData } from "#core/explore/items/item-data.ts";
import { withSpared } from "#core/explore/items/spared.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { removed } from "./record-accepts.ts";
import { another, find, making, openList, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { noErrors, REFUSALS, short, withoutFaults } from "#core/generate/steps.ts";

/** What a script makes of a number or a text that is not there. */
const NONSENSE = String.raw`(?<![\p{L}\d-])(?:NaN|undefined|null|Invalid Date)(?![\p{L}\d-])`;

/** An item of which nothing was filled in but what it needs is shown without words for what is not there. */
export const withoutOptional = (known: Plan): Draft[] => {
  const { record, id, called, problems, loggedIn } = known;
  if (record.optional.length === 0 || record.local || record.rowRole === null) return [];
  const other = another(known, "bare");
  const plan: Plan = {
    ...other,
    entries: other.entries.filter(({ field }) => !record.optional.includes(field.name)),
  };
  return [
    {
      id: `create-${id}-without-optional`,
      title: `"${short(called)}" makes an item without ${short(record.optional.join(", "), 50)}`,
      steps: [
        openList(plan),
        ...making(plan),
        ...find(plan, plan.name),
        // That it is listed is told by another case; where there are many by then, it may be further down.
        {
          expect: { text: { target: rowOf(plan, plan.name), matches: NONSENSE, not: true } },
          when: { visible: rowOf(plan, plan.name) },
        },
        noErrors(problems, loggedIn),
        ...removed(plan),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 15,
    },
  ];
};

/** What broke the server in a field that need not be filled in is at most to be refused. */
export const withOptional = ({ record, ...plan }: Plan): Draft[] => {
  const { id, called, problems, loggedIn } = plan;
  const { form, nameField, breaksWith } = record;
  const entries = breaksWith.length > 0 && itemData(withSpared(form, breaksWith), nameField, "", false);
  if (!entries) return [];
  const names = breaksWith.map(({ name }) => name).join(", ");
  return [
    {
      id: `create-${id}-with-optional`,
      title: `"${short(called)}" takes or refuses an item with ${short(names, 50)}`,
      steps: [
        openList({ record, ...plan }),
        ...making({ ...plan, record, entries }),
        withoutFaults(problems, loggedIn, REFUSALS),
      ],
      fixtures: fixturesOf(entries),
      rank: 12,
    },
  ];
};
