import type { StepDocument } from "#core/suite/grammar.ts";
import type { Target } from "#model/target.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { numberOfTab } from "#core/explore/probes/filter-tabs.ts";
import { clicksOf, rowControl } from "#core/explore/items/own-item.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { another, find, making, openList } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { click, idle, literal, noErrors } from "#core/generate/steps.ts";

/** That the number behind a heading is that of the entries below it. */
const counted = ({ page }: Plan, part: string): StepDocument[] => {
  const heading = page?.survey.headings.find(({ text }) => numberOfTab(text)?.name === part);
  if (!heading) return [];
  const number = "number_in_part";
  const within = { role: "region", name: literal(part) };
  return [
    {
      capture: {
        [number]: { text: { role: "heading", name: literal(part), within }, match: String.raw`(\d+)\W*$` },
      },
    },
    { expect: { count: { target: { role: "listitem", within }, is: `\${${number}}` } } },
  ];
};

/** Takes the item away again from the part that it was moved to, where its entry has a control for that. */
const removed = ({ record, name }: Plan, within: Target): StepDocument[] => {
  if (!record.remove || record.detail?.remove === true || record.rowRole !== "listitem") return [];
  const { confirm } = record.remove;
  return [
    ...clicksOf(record.remove, name, { role: "listitem", name, within }).map((target) => ({ click: target })),
    ...(confirm ? [click(confirm)] : []),
    idle,
  ];
};

/** An item of its own that is moved to another part of its page is there then, and counted there. */
export const moved = (known: Plan): Draft[] => {
  const { record, id, problems, loggedIn } = known;
  const { moves } = record;
  if (moves === null || record.local) return [];
  // Other cases look for theirs where it was made.
  const plan = another(known, "moving");
  const part = { role: "region", name: literal(moves.to) };
  return [
    {
      id: `move-${id}`,
      title: `An item that is moved to "${moves.to}" is there then, and counted there`,
      steps: [
        openList(plan),
        ...making(plan),
        ...find(plan, plan.name),
        { click: rowControl(moves.control, plan.name, null) },
        idle,
        ...counted(plan, moves.to),
        ...find(plan, plan.name),
        { expect: { text: { target: part, contains: plan.name } } },
        noErrors(problems, loggedIn),
        ...removed(plan, part),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 15,
    },
  ];
};
