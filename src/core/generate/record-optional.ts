import type { StepDocument } from "#core/suite/grammar.ts";
import type { Draft } from "./define-oracle.ts";
import { fixturesOf } from "./forms.ts";
import { find, making, openList, rowOf, use } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { click, idle, noErrors, short } from "./steps.ts";

const TAG = /\$\{tag\}/g;
/** What a script makes of a number or a text that is not there. */
const NONSENSE = String.raw`(?<![\p{L}\d-])(?:NaN|undefined|null|Invalid Date)(?![\p{L}\d-])`;

const removed = (plan: Plan): StepDocument[] => {
  const { record, name } = plan;
  if (!record.remove) return [];
  const { confirm } = record.remove;
  return [
    ...use(plan, record.remove, record.detail?.remove === true, name),
    ...(confirm ? [click(confirm)] : []),
    idle,
  ];
};

/** An item of which nothing was filled in but what it needs is shown without words for what is not there. */
export const withoutOptional = (known: Plan): Draft[] => {
  const { record, id, called, problems, loggedIn } = known;
  if (record.optional.length === 0 || record.local || record.rowRole === null) return [];
  const plain = (text: string): string => text.replace(TAG, "${bare}");
  const plan: Plan = {
    ...known,
    name: plain(known.name),
    entries: known.entries
      .filter(({ field }) => !record.optional.includes(field.name))
      .map((entry) => (entry.kind === "fill" ? { ...entry, value: plain(entry.value) } : entry)),
  };
  return [
    {
      id: `create-${id}-without-optional`,
      title: `"${short(called)}" makes an item without ${short(record.optional.join(", "), 50)}`,
      steps: [
        openList(plan),
        ...making(plan),
        ...find(plan, plan.name),
        { expect: { text: { target: rowOf(plan, plan.name), matches: NONSENSE, not: true } } },
        noErrors(problems, loggedIn),
        ...removed(plan),
      ],
      fixtures: { ...fixturesOf(plan.entries), bare: { string: 6 } },
      rank: 15,
    },
  ];
};
