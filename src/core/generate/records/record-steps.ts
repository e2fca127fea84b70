import type { StepDocument } from "#core/suite/grammar.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { steppedColumn } from "#core/explore/probes/probe-steppers.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { columnOf, find, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { idle } from "#core/generate/steps.ts";

const MOST_CLICKS = 5;

/** What is taken away from the number of an item, between buttons for that, ends at zero. */
export const stepsToZero = (plan: Plan): Draft[] => {
  const { record, page, entries, id, name, called } = plan;
  const key = JSON.stringify(record.list);
  const list = page?.survey.collections.find(({ target }) => JSON.stringify(target) === key);
  const column = list ? steppedColumn(list) : -1;
  if (!list || column < 0 || record.local || record.listed === "never") return [];
  const entry = entries.find(({ field }) => columnOf(plan, field) === column);
  const number = entry?.kind === "fill" ? Number(entry.value) : Number.NaN;
  if (!Number.isSafeInteger(number) || number < 0 || number >= MOST_CLICKS) return [];
  const within = rowOf(plan, name);
  const less = { text: fold(list.items[0]?.cells[column] ?? "").slice(0, 1), exact: true, within };
  const block = `take one away from ${called || id}`;
  return [
    {
      id: `steps-${id}-zero`,
      title: "A number that is taken away from does not go below zero",
      needs: [`create-${id}`],
      blocks: { [block]: [{ click: less, when: { enabled: less } }, idle] },
      steps: [
        ...find(plan, name),
        idle,
        ...Array.from({ length: number + 1 }, (): StepDocument => ({ use: block })),
        { expect: { hidden: { text: "-1", exact: true, within } } },
        { expect: { hidden: { text: "−1", exact: true, within } } },
      ],
      rank: 20,
    },
  ];
};
