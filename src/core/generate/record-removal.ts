import { rowControl } from "#core/explore/own-item.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { find, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { idle, literalTarget } from "./steps.ts";

/** Removes the item that was made, unless the app has refused to make it; null where items cannot be removed in the list. */
export const removal = (plan: Plan): StepDocument[] | null => {
  const { record, name } = plan;
  if (!record.remove || record.detail?.remove === true || record.listed === "never") return null;
  const { confirm } = record.remove;
  const row = rowOf(plan, name);
  // Where nothing asks, the buttons of the rows that have more to their names are not meant.
  const agrees = typeof confirm === "string" ? { role: "button", name: confirm, exact: true } : confirm;
  const steps: StepDocument[] = [
    { click: rowControl(record.remove, name, row), when: { visible: row } },
    ...(agrees ? [{ click: literalTarget(agrees), when: { visible: literalTarget(agrees) } }] : []),
  ];
  return [...find(plan, name), ...steps, idle];
};
