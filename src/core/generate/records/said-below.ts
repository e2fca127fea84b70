import { renamed } from "#core/explore/forms/amount-items.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { fillIn } from "#core/generate/forms.ts";
import type { Plan } from "./record-plan.ts";
import { click, idle, literalTarget } from "#core/generate/steps.ts";

/** Changed once more, at the end, where that hides nothing else: the page that the form lies over says so at once, where one is still there. */
export const saidBelow = (
  plan: Plan,
  nameField: SurveyField,
  submit: Target,
  at: string,
): { noted: StepDocument; said: StepDocument[] } => {
  const value = renamed(plan.record.nameField, plan.name, "again");
  const target = literalTarget(plan.page ? mainOf(plan.page.survey) : { css: "body" });
  return {
    noted: { capture: { [at]: { url: true, match: "//[^/]+(/.*)" } } },
    said: [
      ...fillIn([{ kind: "fill", field: nameField, value, fixtures: {} }]),
      click(submit),
      idle,
      { expect: { text: { target, contains: value } }, when: { url: { is: `\${${at}}` } } },
    ],
  };
};
