import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import type { CommonControls } from "./common-controls.ts";
import { newButtons } from "./dialogs.ts";
import { look } from "./open-page.ts";
import { pause } from "./pause.ts";
import { stateOf } from "./state-of.ts";
import type { Walk } from "./walk.ts";
import { here, spend } from "./walk.ts";
import { isDangerous } from "./words.ts";

const BACK_TIMEOUT = 3_000;
const ACT_TIMEOUT = 1_000;

/** What folds or fades away is still there while it does, and nothing changes meanwhile. */
const FADES_MS = 300;

const isAsBefore = async (walk: Walk, base: PageSurvey): Promise<boolean> => {
  const isBack = async (): Promise<boolean> => {
    const survey = await look(walk);
    return survey !== null && stateOf(survey) === stateOf(base);
  };
  if (await isBack()) return true;
  await pause(walk.session.page, FADES_MS);
  return isBack();
};

const isAsBeforeClick = async (walk: Walk, base: PageSurvey, control: SurveyControl): Promise<boolean> => {
  if (!control.target || !spend(walk)) return false;
  const clicked = await walk.session.page.act(control.target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  return clicked.ok && (await isAsBefore(walk, base));
};

/** One step back in the history brings most pages back as they were: cheaper than loading them again. */
export const goBack = async (walk: Walk, path: string, base: PageSurvey): Promise<boolean> => {
  if (walk.over()) return false;
  const gone = await walk.session.page.back({ timeoutMs: BACK_TIMEOUT });
  return gone.ok && (await isAsBefore(walk, base)) && here(walk) === path;
};

/** So does Escape for most dialogs and menus, and a second click for what unfolds, which may not say that it does. */
export const closeAgain = async (
  walk: Walk,
  base: PageSurvey,
  { control, mayUnfold }: { control: SurveyControl; mayUnfold: boolean },
): Promise<boolean> => {
  if (!spend(walk)) return false;
  const pressed = await walk.session.page.press("Escape", { timeoutMs: ACT_TIMEOUT });
  if (!pressed.ok) return false;
  if (await isAsBefore(walk, base)) return true;
  return (
    (control.expanded === false || (control.expanded === null && mayUnfold)) &&
    (await isAsBeforeClick(walk, base, control))
  );
};

/** The control has gone while the rest of the page is still there: it goes by another name now. */
export const isToggle = (control: SurveyControl, before: PageSurvey, after: PageSurvey): boolean => {
  const names = new Set(after.buttons.map(({ name }) => name));
  const still = before.buttons.filter(({ name }) => names.has(name)).length;
  return control.role === "button" && !names.has(control.name) && still * 2 >= before.buttons.length;
};

/** And a click on what has come in its place for such a control. */
export const toggleBack = async (
  walk: Walk,
  { base, survey, common }: { base: PageSurvey; survey: PageSurvey; common: CommonControls },
  control: SurveyControl,
): Promise<boolean> => {
  const [other, ...more] = newButtons(base, survey).filter(
    ({ role, chrome }) => role === control.role && chrome === control.chrome,
  );
  if (!other || more.length > 0 || isDangerous(other.name)) return false;
  const done = await isAsBeforeClick(walk, base, other);
  if (done) for (const each of [control, other]) common.noteToggle(each);
  return done;
};

const texts = ({ headings, links, buttons, collections }: PageSurvey): string[] => [
  ...headings.map(({ text }) => `heading ${text}`),
  ...[...links, ...buttons].map(({ target }) => JSON.stringify(target)),
  ...collections.flatMap(({ items }) => items.map(({ text }) => `row ${text}`)),
];

/** All that was there before, but for the control itself, is there still: what comes next can be tried without it. */
export const lostNothing = (base: PageSurvey, survey: PageSurvey, control: SurveyControl): boolean => {
  const now = new Set(texts(survey));
  return texts(base).every((each) => now.has(each) || each === JSON.stringify(control.target));
};
