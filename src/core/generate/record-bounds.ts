import type { StepDocument } from "#core/suite/grammar.ts";
import type { Entry } from "#core/explore/form-data.ts";
import type { Draft } from "./define-oracle.ts";
import { fixturesOf } from "./forms.ts";
import { allRows, another, isWhole, making, openList } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { anew, captureName, idle, short } from "./steps.ts";
import { wrongOf } from "./oracles/form-bounds.ts";

const MOST = 3;

/**
 * Numbers and days out of bounds make no item: for a form beside its list, which is there whether it has refused them or
 * not.
 */
export const outOfBounds = (plan: Plan): Draft[] => {
  const { record, id, called } = plan;
  const wrong = record.form.fields.flatMap(wrongOf).slice(0, MOST);
  if (record.opener !== null || !isWhole(plan) || wrong.length === 0) return [];
  // What is made all the same is not taken for what other cases make.
  const renamed = another(plan, "beyond").entries;
  const rows = captureName("rows_within_bounds", id);
  return [
    {
      id: `create-${id}-within-bounds`,
      title: `"${short(called)}" makes nothing of numbers and days that are out of bounds`,
      steps: [
        openList(plan),
        idle,
        { capture: { [rows]: { count: allRows(plan) } } },
        ...wrong.flatMap(({ field, value }): StepDocument[] => {
          const given: Entry = { kind: "fill", field, value, fixtures: {} };
          const others = renamed.filter((entry) => entry.field !== field);
          return making({ ...plan, entries: [...others, given] });
        }),
        openList(plan),
        ...anew(record),
        idle,
        { expect: { count: { target: allRows(plan), is: `\${${rows}}` } } },
      ],
      fixtures: fixturesOf(renamed),
      rank: 23,
    },
  ];
};
