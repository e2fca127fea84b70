import type { PageSurvey } from "#model/survey.ts";
import type { WizardBack, WizardEntry, WizardStep } from "#model/wizard.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { controlsOf, hasLeft } from "./wizard-step.ts";
import { typedOtherwise } from "./wizard-retyped.ts";
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

type Put = NonNullable<WizardBack["changed"]>["puts"][number];

/** What can be chosen otherwise at a step that one has come back to. */
const chosenOtherwise = ({ entries }: WizardStep): Put[] => {
  for (const [entry, each] of entries.entries()) {
    const option = each.options.find(({ text }) => text !== each.value);
    if (each.kind !== "fill" && each.options.length > 1 && option)
      return [{ entry, instead: { ...each, target: option.target, value: option.text, typed: option.text } }];
  }
  return [];
};

/** Puts them in and goes on; the last step, or null where it is not reached, or where something else is another one by that. */
const changeTo = async (walk: Walk, way: Way, at: number, puts: Put[]): Promise<PageSurvey | null> => {
  for (const { instead } of puts) if (!(await putIn(walk, instead))) return null;
  const now = await walk.session.page.survey({ timeoutMs: 5_000 });
  const others = way.steps[at]?.entries.filter((_, entry) => puts.every((put) => put.entry !== entry)) ?? [];
  if (now.ok && others.some((entry) => shows(now.survey, entry) === false)) return null;
  // A choice that leads on has done so.
  return goForth(walk, way, way.steps[at]?.next ? at : at + 1);
};

/** Goes back once more, puts in something else at the first step that can be come back to, and goes on. */
const tryChange = async (
  walk: Walk,
  way: Way,
  at: number,
  from: PageSurvey,
): Promise<WizardBack["changed"]> => {
  const step = way.steps[at];
  const chosen = step ? chosenOtherwise(step) : [];
  const typed = step ? typedOtherwise(step) : [];
  // What is chosen otherwise may ask for something else, and what is typed may be refused.
  const all = [[...chosen, ...typed], typed, chosen].filter((puts) => puts.length > 0);
  const tries = chosen.length > 0 && typed.length > 0 ? all : all.slice(0, 1);
  if (!step || tries.length === 0 || (await goBack(walk, way, from)).at !== at) return null;
  for (const puts of tries) {
    const end = await changeTo(walk, way, at, puts);
    if (end) return { step: at, puts, text: end.text };
    const now = await walk.session.page.survey({ timeoutMs: 5_000 });
    if (!now.ok || !isAt(now.survey, step)) return null;
    for (const first of step.entries) if (!(await putIn(walk, first))) return null;
  }
  return null;
};

/** Goes back and forth once, then once more with something else. Null where no step can be gone back to. */
export const tryBack = async (walk: Walk, way: Way): Promise<WizardBack | null> => {
  const { steps, at } = await goBack(walk, way, way.last);
  if (at >= way.steps.length - 1) return null;
  const again = await goForth(walk, way, at);
  const changed = again && isThorough(walk) ? await tryChange(walk, way, at, again) : null;
  return { steps, reached: at, returns: again !== null, changed };
};
