import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import { newButtons } from "./dialogs.ts";
import { look } from "#core/explore/pages/open-page.ts";
import { pause } from "#core/explore/pages/pause.ts";
import { stateOf } from "#core/explore/pages/state-of.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { beginStep, here, spend } from "#core/explore/pages/walk.ts";
import { AGREES, CREATE, FINISH, SAVES, isDangerous, isNext } from "#core/explore/words.ts";

const BACK_TIMEOUT = 3_000;
const CLICK_TIMEOUT = 1_000;

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

const clickBack = async (walk: Walk, base: PageSurvey, control: SurveyControl): Promise<boolean> => {
  if (!control.target || !spend(walk)) return false;
  const clicked = await walk.session.page.act(
    control.target,
    { kind: "click" },
    { timeoutMs: CLICK_TIMEOUT },
  );
  return clicked.ok && (await isAsBefore(walk, base));
};

/** One step back in the history brings most pages back as they were: cheaper than loading them again. */
export const goBack = async (walk: Walk, path: string, base: PageSurvey): Promise<boolean> => {
  if (walk.over()) return false;
  const gone = await walk.session.page.back({ timeoutMs: BACK_TIMEOUT });
  return gone.ok && (await isAsBefore(walk, base)) && here(walk) === path;
};

/**
 * Escape puts most dialogs and menus aside, and a second click what has unfolded: `mayUnfold` says that a control which does
 * not tell so may have.
 */
export const closeAgain = async (
  walk: Walk,
  base: PageSurvey,
  { control, mayUnfold }: { control: SurveyControl; mayUnfold: boolean },
): Promise<boolean> => {
  if (!spend(walk)) return false;
  const pressed = await walk.session.page.press("Escape", { timeoutMs: CLICK_TIMEOUT });
  if (!pressed.ok) return false;
  if (await isAsBefore(walk, base)) return true;
  return (
    (control.expanded === false || (control.expanded === null && mayUnfold && !acts(control))) &&
    (await clickBack(walk, base, control))
  );
};

/** The control has gone while the rest of the page is still there: it goes by another name now. */
export const isToggle = (control: SurveyControl, before: PageSurvey, after: PageSurvey): boolean => {
  const names = new Set(after.buttons.map(({ name }) => name));
  const still = before.buttons.filter(({ name }) => names.has(name)).length;
  return control.role === "button" && !names.has(control.name) && still * 2 >= before.buttons.length;
};

/** Whether it does more, by its name, than show what is there. */
const acts = ({ name, submit }: SurveyControl): boolean =>
  submit ||
  isDangerous(name) ||
  isNext(name) ||
  [CREATE, SAVES, FINISH, AGREES].some((words) => words.test(name));

const fieldsOf = ({ forms }: PageSurvey): number => forms.flatMap(({ fields }) => fields).length;

/** A click on the other name of a toggle sets it back, unless that does more: "Edit" becomes "Save" as well. */
export const toggleBack = async (
  walk: Walk,
  { base, survey }: { base: PageSurvey; survey: PageSurvey },
  control: SurveyControl,
): Promise<boolean> => {
  const [other, ...more] = newButtons(base, survey).filter(
    ({ role, chrome }) => role === control.role && chrome === control.chrome,
  );
  if (!other || more.length > 0 || acts(other) || fieldsOf(survey) > fieldsOf(base)) return false;
  const mark = beginStep(walk);
  return (await clickBack(walk, base, other)) && !isSent(walk, mark);
};

/** Of buttons of which one is pressed, the one that was before another was: "Cards" beside "Table". */
export const pressedBefore = (
  base: PageSurvey,
  survey: PageSurvey,
  control: SurveyControl,
): SurveyControl | null => {
  const isPressed = ({ buttons }: PageSurvey, { target }: SurveyControl): boolean | undefined =>
    buttons.find((each) => JSON.stringify(each.target) === JSON.stringify(target))?.pressed;
  if (isPressed(base, control) !== false || isPressed(survey, control) !== true) return null;
  const [other, ...more] = base.buttons.filter(
    (each) => each.pressed === true && isPressed(survey, each) === false,
  );
  return more.length > 0 ? null : (other ?? null);
};

/**
 * What the app shows in the one way or the other it may remember, so that it shows it so on every later visit: the way in which it
 * was shown is chosen again. Tells whether all is as before then.
 */
export const pressAgain = async (
  walk: Walk,
  base: PageSurvey,
  other: SurveyControl | null,
): Promise<boolean> => other !== null && !acts(other) && clickBack(walk, base, other);

/** A way of showing what a list has. */
const VIEW =
  /^(?:as )?(?:cards?|table|list|grid|tiles?|gallery|rows|compact|comfortable|detailed|map|calendar|timeline|tabelle|liste|kacheln|karten|raster|tableau|cartes|grille|tabla|lista|tarjetas|tabella|griglia)(?: view|ansicht)?$/iu;

/** Ways of showing a list beside the one that was used last. */
const besides = (
  first: PageSurvey,
  last: SurveyControl,
  among: readonly SurveyControl[],
): SurveyControl[] => {
  const at = first.buttons.findIndex(({ name }) => name === last.name);
  return first.buttons.filter(
    (each, other) =>
      at >= 0 &&
      Math.abs(other - at) === 1 &&
      each.role === last.role &&
      VIEW.test(each.name.trim()) &&
      VIEW.test(last.name.trim()) &&
      among.some(({ name }) => name === each.name),
  );
};

/** Another way of showing the list stands beside the control. */
export const mayChoose = (...control: Parameters<typeof besides>): boolean => besides(...control).length > 0;

/** The same where nothing says which was chosen: what stands beside the control brings back what the page had at first. */
export const chooseAgain = async (walk: Walk, ...control: Parameters<typeof besides>): Promise<boolean> => {
  const [first] = control;
  for (const each of besides(...control)) if (await clickBack(walk, first, each)) return true;
  return false;
};

const texts = ({ headings, links, buttons, collections }: PageSurvey): string[] => [
  ...headings.map(({ text }) => `heading ${text}`),
  ...[...links, ...buttons].map(({ target }) => JSON.stringify(target)),
  ...collections.flatMap(({ items }) => items.map(({ text }) => `row ${text}`)),
];

/** All that was there before is there still, as it is where something has unfolded. */
export const lostNothing = (base: PageSurvey, survey: PageSurvey): boolean => {
  const now = new Set(texts(survey));
  return texts(base).every((each) => now.has(each));
};
