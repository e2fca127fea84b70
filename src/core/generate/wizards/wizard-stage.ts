import type { StepDocument } from "#core/suite/grammar.ts";
import { stepOf } from "#core/explore/wizards/wizard-step.ts";
import type { SiteWizard } from "#model/wizard.ts";
import { literal } from "#core/generate/steps.ts";

/** A step that says its number, and how many there are. */
const numbered = ({ steps }: SiteWizard): StepDocument[] | null => {
  const said = steps.map(({ survey }) => stepOf(survey.text));
  const of = said[0]?.of ?? 0;
  if (said[0]?.at !== 1 || !isWhole(steps.length, of) || said.some((each) => each?.of !== of)) return null;
  const words = said[0].words;
  return steps.map((_, at) => {
    const text = words.replace(/\d+/, String(at + 1));
    return { expect: { text: literal(text) } };
  });
};

const marked = ({ steps, stages }: SiteWizard): StepDocument[] | null => {
  if (!stages || !isWhole(steps.length, stages.names.length) || steps.some(({ stage }) => stage === null))
    return null;
  return steps.map((_, at) => ({
    expect: { text: { target: { css: stages.css }, contains: literal(stages.names[at] ?? "") } },
  }));
};

/** Each stage is one step; what comes after the end may be one as well. Else some have several, or are passed over. */
const isWhole = (steps: number, stages: number): boolean => steps === stages || steps === stages - 1;

/** By the step, that it is the one that is said to be at; empty where nothing says so, or where it cannot be told. */
export const stagesOf = (wizard: SiteWizard): StepDocument[] => numbered(wizard) ?? marked(wizard) ?? [];
