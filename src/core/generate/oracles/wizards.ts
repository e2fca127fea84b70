import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { lineSums } from "#core/generate/sums/line-sums.ts";
import { noErrors, problemsOf } from "#core/generate/steps.ts";
import { totalsOf } from "#core/generate/sums/sums.ts";
import { stagesOf } from "#core/generate/wizards/wizard-stage.ts";
import type { WizardPlan } from "#core/generate/wizards/wizards.ts";
import {
  earlier,
  goingOn,
  opening,
  putting,
  saying,
  summaryOf,
  through,
  wizardPlans,
} from "#core/generate/wizards/wizards.ts";
import type { SiteModel } from "#model/site.ts";

/** From the first step to the last, each with what says which one it is. */
const passing = (plan: WizardPlan): Pick<Draft, "steps" | "blocks"> => {
  const stages = stagesOf(plan.wizard);
  if (stages.length === 0) {
    const { blocks, use } = through(plan);
    return { blocks, steps: [use] };
  }
  const steps = plan.wizard.steps.flatMap(({ entries }, at): StepDocument[] => [
    ...(stages[at] ? [stages[at]] : []),
    ...putting(entries),
    ...goingOn(plan, at),
  ]);
  return { steps: [...opening(plan), ...steps] };
};

const draft = (site: SiteModel, plan: WizardPlan): Draft => {
  const { wizard, id, called, fixtures, loggedIn } = plan;
  const last = wizard.steps.at(-1)?.survey;
  const summary = summaryOf(plan);
  const said = summary ? saying(summary.text, summary.target, earlier(wizard)) : [];
  const sums = last ? [...last.collections.flatMap((list) => totalsOf(last, list)), ...lineSums(last)] : [];
  const { steps, blocks } = passing(plan);
  return {
    id: `steps-${id}`,
    title:
      said.length > 0
        ? `"${called}" leads from step to step, and says at the end what was put in`
        : `"${called}" leads from step to step`,
    ...(blocks && { blocks }),
    steps: [...steps, ...said, ...sums, noErrors(problemsOf(site), loggedIn)],
    fixtures,
    rank: 9,
  };
};

export const wizards = defineOracle({
  id: "wizards",
  summary:
    "A form in several steps leads from one to the next, says which it is at, and sums up at the end what was put in and what it comes to.",
  applies: (site) => wizardPlans(site).map((plan) => draft(site, plan)),
});
