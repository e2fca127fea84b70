import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { bareName, isOptional } from "#core/generate/records/must-be-filled.ts";
import { short } from "#core/generate/steps.ts";
import type { WizardPlan } from "#core/generate/wizards/wizards.ts";
import { goingOn, opening, putting, wizardPlans } from "#core/generate/wizards/wizards.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField } from "#model/survey.ts";
import type { WizardEntry, WizardStep } from "#model/wizard.ts";

const key = (value: unknown): string => JSON.stringify(value);

/** It begins empty, and says that it may stay so. */
const isLeft = ({ kind, field }: WizardEntry): boolean =>
  (kind === "fill" || kind === "choose") &&
  field !== null &&
  !field.required &&
  field.value === "" &&
  isOptional(field);

/** A field of the step that the next one does not have. */
const goneField = ({ entries }: WizardStep, next: WizardStep): SurveyField | null => {
  const there = new Set(next.survey.forms.flatMap(({ fields }) => fields).map(({ target }) => key(target)));
  const fields = entries.flatMap(({ field, kind }) => (field && kind === "fill" ? [field] : []));
  return fields.find(({ target }) => target !== null && !there.has(key(target))) ?? null;
};

const draft = (plan: WizardPlan): Draft[] => {
  const { wizard, id, called, fixtures } = plan;
  const gone = wizard.steps.map((step, at) => {
    const next = wizard.steps[at + 1];
    return next && step.next && step.entries.some(isLeft) ? goneField(step, next) : null;
  });
  const last = gone.findLastIndex((field) => field !== null);
  if (last < 0) return [];
  const names = wizard.steps
    .filter((_, at) => gone[at])
    .flatMap(({ entries }) => entries.filter(isLeft))
    .flatMap(({ field }) => (field ? [bareName(field)] : []));
  const steps = wizard.steps.slice(0, last + 1).flatMap((step, at): StepDocument[] => {
    const field = gone[at];
    return [
      ...putting(field ? step.entries.filter((entry) => !isLeft(entry)) : step.entries),
      ...goingOn(plan, at),
      ...(field ? [{ expect: { hidden: fieldItself(field) } }] : []),
    ];
  });
  return [
    {
      id: `steps-${id}-without-optional`,
      title: `"${called}" goes on without ${short(names.join(", "), 50)}`,
      steps: [...opening(plan), ...steps],
      fixtures,
      rank: 22,
    },
  ];
};

export const wizardOptional = defineOracle({
  id: "wizard-optional",
  summary: "A step of several goes on while what it calls optional is left empty.",
  applies: (site) => wizardPlans(site).flatMap(draft),
});
