import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, here } from "#core/explore/pages/walk.ts";
import { AGREES, CLOSES, isMoneyOrMail } from "#core/explore/words.ts";
import { inDialog, newButtons } from "./dialogs.ts";

export type Named = { name: string; target: Target };

/** Buttons and links of the page's own that say so. */
export const controlsNamed = ({ buttons, links }: PageSurvey, words: RegExp): Named[] =>
  [
    ...buttons.filter(({ chrome, disabled }) => !chrome && !disabled),
    ...links
      .filter(({ chrome, same_origin: own, new_tab: apart }) => !chrome && own && !apart)
      .map(({ text, target }) => ({ name: text, target })),
  ].flatMap(({ name, target }) =>
    words.test(name.trim()) && target !== null && isSteadyTarget(target) ? [{ name, target }] : [],
  );

/** A control, and what then says that it is meant; null where nothing is asked. */
export type Meant = Named & { confirm: Target | null };

/** Uses a control, and says that it is meant where that is asked; how, or null where nothing was sent for it, or it cannot be done so again. `tidies`: it takes back what was made. */
export const mean = async (
  walk: Walk,
  path: string,
  before: PageSurvey,
  control: Named,
  words: RegExp,
  tidies = false,
): Promise<Meant | null> => {
  const step = beginStep(walk);
  const asked = await click(walk, control.target);
  if (!asked) return null;
  if (isSent(walk, step)) return { ...control, confirm: null };
  const isElsewhere = here(walk) !== path;
  const asks = asked.dialogs.length > before.dialogs.length;
  const fresh = isElsewhere ? asked.buttons.filter(({ chrome }) => !chrome) : newButtons(before, asked);
  const all = fresh.filter(({ name }) => words.test(name.trim()) || AGREES.test(name));
  // "Cancel" beside "Cancel hold" puts the question aside.
  const yes = all.length > 1 ? all.filter(({ name }) => !CLOSES.test(name.trim())) : all;
  const [only] = yes;
  if (!only || yes.length > 1 || isMoneyOrMail(only.name)) return null;
  const confirm = asks ? await inDialog(walk, before, asked, only) : only.target;
  // A button that is called by a number is not there the next time; what was made is taken back by it all the same.
  const isSteady = confirm !== null && isSteadyTarget(confirm);
  if (confirm === null || !(isSteady || tidies) || !(await click(walk, confirm)) || !isSent(walk, step))
    return null;
  return isSteady ? { ...control, confirm } : null;
};
