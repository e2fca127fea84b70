import type { SiteDialog, SitePage, SiteReveal } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { ACT_TIMEOUT, beginStep, isThorough, spend } from "#core/explore/pages/walk.ts";

const MOST = 8;
/** The first may put aside a list that lies in the dialog. */
const MOST_ESCAPES = 2;
/** Fewer say nothing of what dialogs of this app do. */
const LEAST = 4;
/** A dialog may fade before the focus goes back. */
const FOCUS_MS = 1_500;

type Opens = { page: SitePage; target: Target; close: NonNullable<SiteReveal["close"]>; name: string };

/** Controls that bring up a dialog which its own control puts aside again: one for each dialog. */
const opening = (pages: readonly SitePage[]): Opens[] => {
  const all = pages.filter(isByAddress).flatMap((page) =>
    page.reveals.flatMap(({ control: { role, name, target }, effect, close, problems, forms }): Opens[] => {
      // What is filled in may be kept open on purpose.
      const isPlain =
        effect === "dialog" &&
        problems.length === 0 &&
        forms.length === 0 &&
        (role === "button" || role === "link");
      return isPlain && target !== null && isSteadyTarget(target) && close?.works
        ? [{ page, target, close, name }]
        : [];
    }),
  );
  const seen = new Set<string>();
  return all.filter(({ close: { gone } }) => {
    const key = JSON.stringify(gone);
    return !seen.has(key) && Boolean(seen.add(key));
  });
};

const tryKeys = async (walk: Walk, { page, target, close, name }: Opens): Promise<SiteDialog | null> => {
  const opened = await open(walk, page.path);
  const mark = beginStep(walk);
  const shown = opened.ok ? await click(walk, target) : null;
  if (!opened.ok || !shown || isSent(walk, mark)) return null;
  // An alert stays until it is answered, and what lies in another one is put aside first.
  const [dialog, ...others] = shown.dialogs;
  if (!dialog || others.length > 0 || opened.survey.dialogs.length > 0) return null;
  if (/alertdialog/.test(JSON.stringify(dialog.target))) return null;
  const driver = walk.session.page;
  let escapes = false;
  for (let times = 0; times < MOST_ESCAPES && !escapes && spend(walk); times += 1) {
    if (!(await driver.press("Escape", { timeoutMs: ACT_TIMEOUT })).ok) return null;
    escapes = (await look(walk))?.dialogs.length === 0;
  }
  if (!escapes && !(await click(walk, close.target))) return null;
  const returns = (await driver.expect({ kind: "focused", target }, { timeoutMs: FOCUS_MS })).ok;
  return {
    pageId: page.id,
    path: page.path,
    name,
    target,
    close: close.target,
    gone: close.gone,
    escapes,
    returns,
  };
};

/**
 * Opens each dialog, presses Escape, and looks where the focus is then: what most dialogs of an app do the others are to do
 * as well. Nothing where there are fewer than four.
 */
export const probeDialogs = async (walk: Walk, pages: readonly SitePage[]): Promise<SiteDialog[]> => {
  const all = isThorough(walk) ? opening(pages) : [];
  const found: SiteDialog[] = [];
  if (all.length < LEAST) return [];
  for (const each of all.slice(0, MOST)) {
    if (walk.over()) break;
    walk.progress(`closing "${each.name}" on ${each.page.path} with a key`);
    const dialog = await tryKeys(walk, each);
    if (dialog) found.push(dialog);
  }
  return found;
};
