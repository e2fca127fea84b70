import { itemLink } from "#core/explore/items/item-link.ts";
import { clicksOf, rowControl } from "#core/explore/items/own-item.ts";
import type { Target } from "#model/target.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { find, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { idle, literalTarget } from "#core/generate/steps.ts";

/** Says yes where one is asked; where nothing asks, the buttons of the rows that have more to their names are not meant. */
export const agree = (confirm: Target | null): StepDocument[] => {
  if (confirm === null) return [];
  const button = literalTarget(
    typeof confirm === "string" ? { role: "button", name: confirm, exact: true } : confirm,
  );
  return [{ click: button, when: { visible: button } }];
};

/**
 * Removes the item that was made, unless the app has refused to make it, and what was made for it; null where items cannot
 * be removed. `isShown`: the case has seen that it was made, and what it expects next needs it gone.
 */
export const removal = (plan: Plan, { isShown = false } = {}): StepDocument[] | null => {
  const { record, name } = plan;
  if (!record.remove || record.listed === "never") return null;
  const { confirm } = record.remove;
  const row = rowOf(plan, name);
  const there = rowControl(record.remove, name, null);
  const clickOn = (target: Target, sign: Target): StepDocument =>
    isShown ? { click: target } : { click: target, when: { visible: sign } };
  const onPage = [clickOn(itemLink(record, name, row), row), idle, clickOn(there, there)];
  const steps: StepDocument[] = [
    ...(record.detail?.remove === true
      ? onPage
      : clicksOf(record.remove, name, row).map((target) => clickOn(target, row))),
    ...agree(confirm),
  ];
  return [...find(plan, name), ...steps, idle, ...removalOfReferred(plan)];
};

/** Removes what was made for the item to refer to, once that is removed, as far as that is offered then. */
export const removalOfReferred = ({ referred }: Plan): StepDocument[] =>
  referred.flatMap((each): StepDocument[] => {
    const { record, name } = each;
    if (!record.remove || record.detail?.remove === true) return removal(each) ?? [];
    const [first, ...others] = clicksOf(record.remove, name, rowOf(each, name));
    return first === undefined
      ? []
      : [
          ...find(each, name),
          ...[first, ...others].map((target) => ({ click: target, when: { visible: first } })),
          ...agree(record.remove.confirm),
          idle,
        ];
  });
