import { itemLink } from "#core/explore/items/item-link.ts";
import type { SiteModel } from "#model/site.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { click, idle, literal } from "#core/generate/steps.ts";

/** What is still to come on the page of a new item comes, be it that there is nothing yet, as it does on the pages of others. */
export const comes = (plan: Plan, { pages }: SiteModel): StepDocument[] => {
  const { record, name } = plan;
  const { endless } = record;
  if (record.local || endless === undefined || pages.some(({ survey }) => survey.text.includes(endless)))
    return [];
  return [
    click(itemLink(record, name, rowOf(plan, name))),
    idle,
    { expect: { hidden: { text: literal(endless) } } },
  ];
};
