import type { SiteAction, SiteReveal, SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { SiteWizard, WizardEntry, WizardOption, WizardStep } from "#model/wizard.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { putSamples } from "#core/explore/forms/samples.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { lookSteadily, open } from "#core/explore/pages/open-page.ts";
import { redo } from "#core/explore/pages/reopen.ts";
import { ACT_TIMEOUT, here, spend } from "#core/explore/pages/walk.ts";
import type { Boldness } from "./wizard-data.ts";
import { isChosen, stepData } from "./wizard-data.ts";
import type { StepControls } from "./wizard-step.ts";
import { findStages, stageNow } from "./wizard-stages.ts";
import { controlsOf, hasLeft } from "./wizard-step.ts";

/** Where a form in several steps may begin. */
export type Beginning = {
  page: SitePage;
  /** What has to be done before; nothing where the page is there by its address. */
  setup: SiteAction[];
  opener: SiteReveal["control"] | null;
};

const MOST_STEPS = 8;
const MOST_ROUNDS = 6;

export const use = async (walk: Walk, target: Target): Promise<PageSurvey | null> => {
  if (!spend(walk)) return null;
  const acted = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  return acted.ok ? lookSteadily(walk) : null;
};

/** Puts one thing in; false when that cannot be. */
export const putIn = async (walk: Walk, { kind, target, typed }: WizardEntry): Promise<boolean> => {
  if (!spend(walk)) return false;
  const wait = { timeoutMs: ACT_TIMEOUT };
  const { page } = walk.session;
  if (kind === "choose") return (await page.act(target, { kind: "select", options: [typed] }, wait)).ok;
  if (kind === "check") return (await page.act(target, { kind: "check", checked: true }, wait)).ok;
  if (kind === "click") return (await page.act(target, { kind: "click" }, wait)).ok;
  return (await page.act(target, { kind: "fill", value: typed }, wait)).ok;
};

/** An option that cannot be had now is passed over. */
const putAny = async (walk: Walk, entry: WizardEntry): Promise<WizardEntry | null> => {
  if (await putIn(walk, entry)) return entry;
  if (entry.kind === "fill" || entry.options.length < 2) return null;
  for (const option of entry.options.filter(({ text }) => text !== entry.value).slice(0, 3)) {
    const instead = { ...entry, target: option.target, value: option.text, typed: option.text };
    if (await putIn(walk, instead)) return instead;
  }
  return null;
};

type Passed = { step: WizardStep; controls: StepControls; after: PageSurvey | null };

const keyOf = (target: Target | null): string => JSON.stringify(target);

const clicked = (option: WizardOption, options: WizardOption[]): WizardEntry => ({
  kind: "click",
  label: "",
  target: option.target,
  field: null,
  value: option.text,
  typed: option.text,
  options,
});

/** A choice took away what had been asked for: it made another form of this one. */
const hasGone = (known: ReadonlySet<string>, { fields }: StepControls): boolean => {
  const now = new Set(fields.map(({ target }) => keyOf(target)));
  return [...known].some((key) => !now.has(key));
};

/** Chooses the radio buttons again that were chosen from the start. */
const chooseAgain = async (walk: Walk, fields: SurveyField[]): Promise<boolean> => {
  for (const { value } of fields) {
    const act = { kind: "check", checked: true } as const;
    if (!spend(walk)) return false;
    if (!(await walk.session.page.act(value, act, { timeoutMs: ACT_TIMEOUT })).ok) return false;
  }
  return true;
};

/** Puts in what a step asks for and goes on. `after` is null at the step that ends it all. Null where there is no way on. */
const pass = async (
  walk: Walk,
  first: PageSurvey,
  place: number,
  tag: string,
  spent: ReadonlySet<string>,
): Promise<Passed | null> => {
  let survey = first;
  let controls = controlsOf(survey, place);
  const guarded = controls.next?.disabled === true;
  const path = here(walk) ?? "/";
  let entries: WizardEntry[] = [];
  let bold: Boldness = { kept: false, plain: false, spent };
  let hasChosen = false;
  const known = new Set<string>();
  /** Fields as they were before anything was put in. */
  const empty = new Map<string, SurveyField>();
  const step = (): WizardStep => ({
    path,
    survey,
    entries,
    next: controls.next && { name: controls.next.name, target: controls.next.target },
    guarded,
    stage: null,
    back: controls.back,
  });
  for (let round = 0; round < MOST_ROUNDS && !walk.over(); round += 1) {
    const asked = controls.fields.filter(({ target }) => !known.has(keyOf(target)));
    for (const field of asked) if (!empty.has(keyOf(field.target))) empty.set(keyOf(field.target), field);
    const fresh = stepData(
      asked.map((field) => empty.get(keyOf(field.target)) ?? field),
      tag,
      bold,
    );
    if (!fresh) return null;
    for (const { target } of asked) known.add(keyOf(target));
    for (const entry of fresh) {
      const put = await putAny(walk, entry);
      if (put) entries = [...entries, put];
      else if (entry.field?.required) return null;
    }
    const { choices } = controls;
    const stuck = round > 0 && fresh.length === 0;
    // What was just put in may let one go on without a choice among buttons that need not be one.
    const shut = controls.next?.disabled === true && fresh.length === 0;
    const wanted = controls.finish
      ? controls.finish.disabled
      : choices.sure || stuck || !controls.next || shut;
    const option = choices.options[1];
    if (!hasChosen && option && wanted) {
      hasChosen = true;
      const entry = await putAny(walk, clicked(option, choices.options));
      const now = await lookSteadily(walk);
      if (!entry || !now) return null;
      entries = [...entries, entry];
      if (hasLeft(survey, now, { fields: controls.fields, choices }))
        return { step: { ...step(), next: null }, controls, after: now };
      survey = now;
      controls = controlsOf(survey, place);
      continue;
    }
    if (fresh.length > 0) {
      survey = (await lookAnswered(walk)) ?? survey;
      controls = controlsOf(survey, place);
      // What was put in may ask for more.
      if (controls.fields.some(({ target }) => !known.has(keyOf(target)))) continue;
    }
    if (!controls.next) return place > 1 && controls.finish ? { step: step(), controls, after: null } : null;
    if (controls.next.disabled && (hasChosen || choices.options.length < 2) && fresh.length === 0)
      return null;
    if (controls.next.disabled) continue;
    let after = await use(walk, controls.next.target);
    if (!after) return null;
    if (hasLeft(survey, after, controls)) return { step: step(), controls, after };
    // It asks for something else: first for the choices that it began with, then for another day or name, then for a choice.
    const chosen = bold.kept ? [] : [...empty.values()].filter(isChosen);
    if (chosen.length > 0 && hasGone(known, controls)) {
      bold = { ...bold, kept: true };
      entries = entries.filter(({ kind }) => kind === "click");
      known.clear();
      if (!(await chooseAgain(walk, chosen))) return null;
      after = (await lookSteadily(walk)) ?? after;
    } else if (!bold.plain && entries.some(({ kind }) => kind === "fill")) {
      bold = { ...bold, plain: true };
      known.clear();
      entries = entries.filter(({ kind }) => kind === "click");
    } else if (hasChosen || choices.options.length < 2) return null;
    survey = after;
    controls = controlsOf(survey, place);
  }
  return null;
};

export type Way = Pick<SiteWizard, "steps" | "finish" | "stages"> & { last: PageSurvey };

/** The first step as it stands there at first; null where it does not come up. */
const begin = async (walk: Walk, { page, setup, opener }: Beginning): Promise<PageSurvey | null> => {
  if (setup.length > 0) return (await redo(walk, setup)) ? lookSteadily(walk) : null;
  const opened = await open(walk, page.path);
  if (!opened.ok || !opener) return opened.ok ? opened.survey : null;
  return opener.target ? use(walk, opener.target) : null;
};

/** Goes through all the steps, up to the button that ends it. Null where that is not reached, or no step comes before it. */
export const goThrough = async (
  walk: Walk,
  beginning: Beginning,
  tag: string,
  spent: ReadonlySet<string> = new Set(),
): Promise<Way | null> => {
  let survey = await begin(walk, beginning);
  const steps: WizardStep[] = [];
  const stages = survey ? await findStages(walk) : null;
  while (survey && steps.length < MOST_STEPS && !walk.over()) {
    const stage = await stageNow(walk, stages);
    const passed = await pass(walk, survey, steps.length + 1, tag, spent);
    if (!passed) return null;
    steps.push({ ...passed.step, stage });
    if (!passed.after) {
      const { finish } = passed.controls;
      const { survey: last } = passed.step;
      return finish && { steps, stages, finish: { name: finish.name, target: finish.target }, last };
    }
    survey = passed.after;
  }
  return null;
};

/** Goes the same way once more, with the same data under another tag, as far as the last step. Null where it is not reached. */
export const goAgain = async (
  walk: Walk,
  beginning: Beginning,
  way: Way,
  tag: string,
): Promise<Way | null> => {
  if (!(await begin(walk, beginning))) return null;
  const steps: WizardStep[] = [];
  for (const step of way.steps) {
    const entries = step.entries.map((entry) =>
      entry.kind === "fill" ? { ...entry, typed: putSamples(entry.value, tag) } : entry,
    );
    for (const entry of entries) if (!(await putIn(walk, entry))) return null;
    if (step.next && !(await use(walk, step.next.target))) return null;
    steps.push({ ...step, entries });
  }
  return { ...way, steps };
};
