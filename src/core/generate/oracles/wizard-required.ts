import type { StepDocument } from "#core/suite/grammar.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { asForm } from "#core/explore/wizards/wizard-data.ts";
import { freeNumber, neverNegative, takenAs } from "#core/generate/records/below-zero.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { click, fillOne, idle, literalTarget } from "#core/generate/steps.ts";
import type { WizardPlan } from "#core/generate/wizards/wizards.ts";
import { goingOn, opening, putting, wizardPlans } from "#core/generate/wizards/wizards.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyField } from "#model/survey.ts";
import type { WizardStep } from "#model/wizard.ts";
import { wrongOf } from "#core/generate/records/wrong-values.ts";
import { mustBeFilled } from "#core/generate/records/must-be-filled.ts";

const MOST_A_STEP = 3;
const MOST_BELOW = 1;
const NO_ADDRESS = "tracewright.example.com";

/** All fields of a step. */
const beside = (entries: WizardStep["entries"]): SurveyField[] => entries.flatMap(({ field }) => field ?? []);

/** Values that a step must not go on with. */
const wrongIn = ({ entries }: WizardStep): { field: SurveyField; value: string }[] => {
  const fields = entries.flatMap(({ kind, field }) => (kind === "fill" && field ? [field] : []));
  const form = asForm(fields);
  return [
    ...fields.filter((field) => mustBeFilled(field, form)).map((field) => ({ field, value: "" })),
    ...fields.filter(({ type }) => type === "email").map((field) => ({ field, value: NO_ADDRESS })),
    ...fields.flatMap((each) => wrongOf(each, beside(entries))).map(({ field, value }) => ({ field, value })),
  ].slice(0, MOST_A_STEP);
};

/**
 * Numbers below zero where only the name of a field speaks against them: a step may put another in the place of one, and
 * then goes on without it; what shows it has taken it.
 */
const belowZero = (
  { pages }: SiteModel,
  { called, page }: WizardPlan,
  { next, guarded, entries }: WizardStep,
): { free: { value: string; pattern: string }; fields: SurveyField[] } | null => {
  const free = freeNumber(pages);
  const typed = entries.flatMap(({ kind, field, value }): Entry[] =>
    kind === "fill" && field ? [{ kind: "fill", field, value, fixtures: {} }] : [],
  );
  const fields = neverNegative(
    asForm(typed.map(({ field }) => field)),
    typed,
    `${called} ${page?.title ?? ""}`,
    pages,
  ).filter((field) => wrongOf(field, beside(entries)).every(({ what }) => what !== "below"));
  return free && next && !guarded && fields.length > 0 ? { free, fields: fields.slice(0, MOST_BELOW) } : null;
};

/** A step stays when it is to go on with a value that it must not take. */
const refusing = (
  { next, guarded, entries }: WizardStep,
  fill: StepDocument[],
  wrong: ReturnType<typeof wrongIn>,
  below: ReturnType<typeof belowZero>,
): StepDocument[] => {
  if (!next) return [];
  // What is the only thing asked for is put in once.
  const others = entries.length > 1 ? fill : [];
  const refused = wrong.flatMap(({ field, value }): StepDocument[] => [
    ...others,
    fillOne(field, value),
    ...(guarded
      ? [{ expect: { disabled: literalTarget(next.target) } }]
      : [click(next.target), idle, { expect: { visible: fieldItself(field) } }]),
  ]);
  const taken = (below?.fields ?? []).flatMap((field): StepDocument[] => [
    ...others,
    fillOne(field, below?.free.value ?? ""),
    click(next.target),
    idle,
    {
      expect: { visible: fieldItself(field) },
      when: { text: { matches: takenAs(below?.free.pattern ?? "") } },
    },
  ]);
  return [...refused, ...taken];
};

const draft = (site: SiteModel, plan: WizardPlan): Draft[] => {
  const { wizard, id, called, fixtures } = plan;
  const wrong = wizard.steps.map(wrongIn);
  const below = wizard.steps.map((step) => belowZero(site, plan, step));
  const last = wrong.findLastIndex((each, at) => (each.length > 0 || below[at]) && wizard.steps[at]?.next);
  if (last < 0) return [];
  const blocks: Record<string, StepDocument[]> = {};
  const steps = wizard.steps.slice(0, last + 1).flatMap((step, at): StepDocument[] => {
    const put = putting(step.entries);
    const own = wrong[at] ?? [];
    const low = below[at] ?? null;
    const many = (own.length > 0 || low !== null) && put.length > 1;
    if (many) blocks[`fill in step ${at + 1} of ${called}`] = put;
    const fill = many ? [{ use: `fill in step ${at + 1} of ${called}` }] : put;
    return [...refusing(step, fill, own, low), ...(at < last ? [...fill, ...goingOn(plan, at)] : [])];
  });
  return [
    {
      id: `steps-${id}-requires`,
      title: `"${called}" does not go on with what is missing or out of bounds`,
      blocks,
      steps: [...opening(plan), ...steps],
      fixtures,
      rank: 21,
    },
  ];
};

export const wizardRequired = defineOracle({
  id: "wizard-required",
  summary: "A step of several does not go on while a required field is empty, or holds what it must not.",
  applies: (site) => wizardPlans(site).flatMap((plan) => draft(site, plan)),
});
