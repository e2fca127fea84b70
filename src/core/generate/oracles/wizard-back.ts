import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { click, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { WizardPlan } from "#core/generate/wizards.ts";
import {
  earlier,
  goingOn,
  putting,
  saying,
  summaryOf,
  through,
  wizardPlans,
} from "#core/generate/wizards.ts";
import type { WizardBack, WizardEntry, WizardStep } from "#model/wizard.ts";

/** What a field shows when one comes back to it. */
const shows = ({ kind, field, target, value }: WizardEntry): StepDocument[] => {
  if (!field) return [];
  if (kind === "check") return [{ expect: { checked: literalTarget(target) } }];
  const is = kind === "choose" ? literal(value) : value;
  const own = kind === "fill" ? fieldItself({ ...field, target }) : literalTarget(target);
  return [{ expect: { value: { target: own, is } } }];
};

/** Consent is given anew. */
const isToLast = ({ kind, field, options }: WizardEntry): boolean =>
  !(kind === "check" && field?.type === "checkbox" && options.length === 0 && field.required);

const isSeen = ({ label }: WizardEntry, seen: WizardBack["steps"][number] | undefined): boolean =>
  seen !== undefined && [...seen.kept, ...seen.lost].includes(label);

/** Comes back to each step that can be come back to, the last one first; where one cannot go on again, no further than what was kept. */
const returning = ({ wizard }: WizardPlan, back: WizardBack): { steps: StepDocument[]; at: number } => {
  const visits: StepDocument[][] = [];
  let at = wizard.steps.length - 1;
  for (; at > back.reached; at -= 1) {
    const control = wizard.steps[at]?.back;
    const before: WizardStep | undefined = wizard.steps[at - 1];
    if (!control || !before) break;
    const seen = before.entries.filter((each) => isToLast(each) && isSeen(each, back.steps[at - 1]));
    visits.push([click(control), idle, ...seen.flatMap(shows)]);
  }
  const last = visits.findLastIndex((visit) => visit.length > 2);
  return { steps: (back.returns ? visits : visits.slice(0, last + 1)).flat(), at };
};

const forth = (plan: WizardPlan, from: number): StepDocument[] =>
  plan.wizard.steps
    .slice(from, -1)
    .flatMap(({ next, entries }, at) => [
      ...(next ? [] : putting(entries.slice(-1))),
      ...goingOn(plan, from + at),
    ]);

/** What the last step says once something else was chosen at the step that one has come back to. */
const changedTo = (
  plan: WizardPlan,
  back: WizardBack,
  at: number,
): { put: StepDocument[]; said: StepDocument[] } | null => {
  const { wizard } = plan;
  const summary = summaryOf(plan);
  const change = back.changed;
  const entry = change && wizard.steps[change.step]?.entries[change.entry];
  const option = change && entry?.options[change.option];
  if (!change || !entry || !option || !summary || change.step !== at) return null;
  const before = earlier(wizard);
  const instead = { ...entry, target: option.target, value: option.text, typed: option.text };
  const entries = before.map((each) => (each === entry ? instead : each));
  return { put: putting([instead]), said: saying(change.text, summary.target, entries) };
};

/** Goes on to the last step again, with something else chosen where that can be. */
const again = (plan: WizardPlan, back: WizardBack, at: number): StepDocument[] => {
  const { wizard } = plan;
  const summary = summaryOf(plan);
  if (!back.returns || !summary) return [];
  const changed = changedTo(plan, back, at);
  if (!changed) return [...forth(plan, at), ...saying(summary.text, summary.target, earlier(wizard))];
  const isByItself = wizard.steps[at]?.next === null;
  return [
    ...changed.put,
    ...(isByItself ? [idle, ...forth(plan, at + 1)] : forth(plan, at)),
    ...changed.said,
  ];
};

const draft = (plan: WizardPlan): Draft[] => {
  const { wizard, id, called, fixtures } = plan;
  const { back } = wizard;
  // One that keeps nothing at all may be meant so.
  if (!back || back.steps.every(({ kept }) => kept.length === 0)) return [];
  const { blocks, use } = through(plan);
  const { steps, at } = returning(plan, back);
  return [
    {
      id: `steps-${id}-back`,
      title: `Back in "${called}" keeps what was put in`,
      blocks,
      steps: [use, ...steps, ...again(plan, back, at)],
      fixtures,
      rank: 16,
    },
  ];
};

export const wizardBack = defineOracle({
  id: "wizard-back",
  summary:
    "Going back in a form in several steps keeps what was put in, going on again does, too, and what is changed on the way is what counts.",
  applies: (site) => wizardPlans(site).flatMap(draft),
});
