import type { SiteReveal } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { act } from "#core/explore/forms/act.ts";
import { nameIn } from "./leads-on.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { stateOf } from "#core/explore/pages/state-of.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT } from "#core/explore/pages/walk.ts";
import { CLOSES } from "#core/explore/words.ts";

const key = (target: Target | null): string => JSON.stringify(target);

/** Texts of headings that were not there before, and of which there is just one each. */
export const newHeadings = (before: PageSurvey, after: PageSurvey): string[] => {
  const known = new Set(before.headings.map(({ text }) => text));
  return after.headings
    .map(({ text }) => text)
    .filter(
      (text, _, all) => text !== "" && !known.has(text) && all.filter((each) => each === text).length === 1,
    );
};

/** Buttons that were not there before. */
export const newButtons = (before: PageSurvey | null, after: PageSurvey): SurveyControl[] => {
  const known = new Set((before?.buttons ?? []).map(({ target }) => key(target)));
  return after.buttons.filter(({ target }) => target !== null && !known.has(key(target)));
};

/** What fits the dialog that was not there before. */
const newDialog = (before: PageSurvey | null, after: PageSurvey): Target | null => {
  const known = new Set((before?.dialogs ?? []).map(({ target }) => key(target)));
  return after.dialogs.find(({ target }) => !known.has(key(target)))?.target ?? null;
};

/** What only the dialog shows. */
const signOf = (before: PageSurvey, after: PageSurvey): Target | null => {
  const [heading] = newHeadings(before, after);
  if (heading !== undefined) return { role: "heading", name: heading, exact: true };
  return newDialog(before, after);
};

const ANY: Target = { css: ":is(dialog[open], [role=dialog], [role=alertdialog]):not([inert])" };

/**
 * The dialog, but for a name that holds the item's or a number, such as "Delete Tracewright 4711?" or "Delete order #1035?": the
 * next item has another.
 */
const ofAny = (dialog: Target, item: string | undefined): Target => {
  const name = nameIn(dialog);
  if (item === undefined || (!name.includes(item) && !/\d/.test(name))) return dialog;
  return typeof dialog === "string" || dialog.role === undefined ? ANY : { role: dialog.role };
};

/**
 * The control as it stands in the dialog: rows of the page may get one that is called so, too. `item`: the name of what the
 * dialog asks about.
 */
export const inDialog = async (
  walk: Walk,
  before: PageSurvey | null,
  after: PageSurvey,
  { name, target, role }: SurveyControl,
  item?: string,
): Promise<Target | null> => {
  const dialog = newDialog(before, after);
  const within = dialog && ofAny(dialog, item);
  if (within === null || !isSteadyTarget(within) || role !== "button") return target;
  const inside = { role, name, exact: true, within };
  const count = await walk.session.page.read(inside, "count", { timeoutMs: ACT_TIMEOUT });
  return count.ok && Number(count.value) === 1 ? inside : target;
};

/**
 * A button of the dialog that was not there before, called as one was that it lies over now: "Delete task", which asks
 * whether to, and "Delete task" that means it. As it stands in that dialog, which may bear the item's name; null
 * where there is none.
 */
export const namedAgain = async (
  walk: Walk,
  before: PageSurvey | null,
  after: PageSurvey,
  words: RegExp,
  item: string,
): Promise<Target | null> => {
  const known = new Set((before?.buttons ?? []).map(({ target }) => key(target)));
  const again = after.buttons.find(
    ({ name, target, disabled }) => !disabled && words.test(name) && known.has(key(target)),
  );
  const inside = again ? await inDialog(walk, before, after, again, item) : null;
  return again && key(inside) !== key(again.target) ? inside : null;
};

/**
 * Uses the dialog's own control that puts it aside, and tells whether the page then is as it was before. Null where there
 * is no such control.
 */
export const putAside = async (
  walk: Walk,
  before: PageSurvey,
  after: PageSurvey,
): Promise<{ close: SiteReveal["close"]; done: boolean } | null> => {
  const control = newButtons(before, after).find(
    ({ name, disabled }) => !disabled && CLOSES.test(name.trim()),
  );
  const gone = signOf(before, after);
  if (!control?.target || !gone || !isSteadyTarget(gone) || !isSteadyTarget(control.target)) return null;
  const target = await inDialog(walk, before, after, control);
  if (target === null || !(await act(walk, target, { kind: "click" }))) return null;
  const survey = await look(walk);
  const done = survey !== null && stateOf(survey) === stateOf(before);
  const works = done || (survey !== null && survey.dialogs.length <= before.dialogs.length);
  return { close: { name: control.name, target, gone, works }, done };
};
