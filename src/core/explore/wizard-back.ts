import type { PageSurvey } from "#model/survey.ts";
import type { WizardBack, WizardEntry, WizardStep } from "#model/wizard.ts";
import { fold } from "./lists.ts";
import type { Walk } from "./walk.ts";
import { isThorough } from "./walk.ts";
import { controlsOf, hasLeft } from "./wizard-step.ts";
import { putIn, use } from "./wizard-walk.ts";
import type { Way } from "./wizard-walk.ts";

const key = (value: unknown): string => JSON.stringify(value ?? null);

/** The step is shown: what was put in there can be put in. */
const isAt = (survey: PageSurvey, { entries, next }: WizardStep): boolean => {
  const targets = new Set(
    [...survey.forms.flatMap(({ fields }) => fields), ...survey.buttons, ...survey.links].map(({ target }) =>
      key(target),
    ),
  );
  const asked = entries.map(({ field, target }) => key(field ? field.target : target));
  return asked.length > 0
    ? asked.some((target) => targets.has(target))
    : next !== null && targets.has(key(next.target));
};

/** Whether the field still shows what was put in; null where that cannot be told. */
const shows = (survey: PageSurvey, { kind, field, typed }: WizardEntry): boolean | null => {
  const now = survey.forms
    .flatMap(({ fields }) => fields)
    .find((each) => field !== null && key(each.target) === key(field.target) && each.type === field.type);
  if (!now) return null;
  if (field?.type === "radio" && field.options.length === 0) return null;
  if (kind === "check" && field?.type === "checkbox") return now.value === "true";
  return fold(now.value) === fold(typed);
};

/** Goes back as far as there are controls for it; by the step what was kept, the first step first. */
const goBack = async (
  walk: Walk,
  { steps }: Way,
  from: PageSurvey,
): Promise<{ steps: WizardBack["steps"]; at: number }> => {
  const seen: WizardBack["steps"] = steps.map(() => ({ kept: [], lost: [] }));
  let survey: PageSurvey = from;
  for (let at = steps.length - 2; at >= 0; at -= 1) {
    const { back } = controlsOf(survey, at + 2);
    const before = back && (await use(walk, back));
    const step = steps[at];
    if (!before || !step || !isAt(before, step)) return { steps: seen, at: at + 1 };
    for (const entry of step.entries) {
      const kept = shows(before, entry);
      if (kept !== null) seen[at]?.[kept ? "kept" : "lost"].push(entry.label);
    }
    survey = before;
  }
  return { steps: seen, at: 0 };
};

/** Goes on from a step to the last with nothing put in anew; the page there, or null where it is not reached. */
const goForth = async (walk: Walk, { steps, finish }: Way, from: number): Promise<PageSurvey | null> => {
  let survey: PageSurvey | null = null;
  for (const [at, step] of steps.slice(0, -1).entries()) {
    if (at < from) continue;
    const on = step.next?.target ?? step.entries.at(-1)?.target;
    const before = await walk.session.page.survey({ timeoutMs: 5_000 });
    survey = on !== undefined && before.ok ? await use(walk, on) : null;
    if (!survey || !before.ok || !hasLeft(before.survey, survey, controlsOf(before.survey, at + 1)))
      return null;
  }
  const ends = survey?.buttons.some(({ target }) => key(target) === key(finish.target));
  return ends ? survey : null;
};

/** What can be chosen otherwise at a step that one has come back to. */
const changeable = ({ entries }: WizardStep): { entry: number; option: number } | null => {
  for (const [entry, { kind, options, value }] of entries.entries()) {
    const option = options.findIndex(({ text }) => text !== value);
    if (kind !== "fill" && options.length > 1 && option >= 0) return { entry, option };
  }
  return null;
};

/** Goes back once more, chooses something else at the first step that can be come back to, and goes on. */
const tryChange = async (
  walk: Walk,
  way: Way,
  at: number,
  from: PageSurvey,
): Promise<WizardBack["changed"]> => {
  const step = way.steps[at];
  const change = step ? changeable(step) : null;
  const entry = step?.entries[change?.entry ?? 0];
  const option = entry?.options[change?.option ?? 0];
  if (!step || !change || !entry || !option || (await goBack(walk, way, from)).at !== at) return null;
  const instead = { ...entry, target: option.target, value: option.text, typed: option.text };
  if (!(await putIn(walk, instead))) return null;
  // A choice that leads on has done so.
  const end = await goForth(walk, way, step.next ? at : at + 1);
  return end ? { step: at, ...change, text: end.text } : null;
};

/** Goes back and forth once, then once more with another choice. Null where no step can be gone back to. */
export const tryBack = async (walk: Walk, way: Way): Promise<WizardBack | null> => {
  const { steps, at } = await goBack(walk, way, way.last);
  if (at >= way.steps.length - 1) return null;
  const again = await goForth(walk, way, at);
  const changed = again && isThorough(walk) ? await tryChange(walk, way, at, again) : null;
  return { steps, reached: at, returns: again !== null, changed };
};
