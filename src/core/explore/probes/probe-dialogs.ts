import type { SiteDialog, SitePage, SiteReveal } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, isThorough } from "#core/explore/pages/walk.ts";

const MOST = 8;
/** Fewer say nothing of what dialogs of this app do. */
const LEAST = 3;
/** A dialog may fade before the focus goes back. */
const FOCUS_MS = 1_500;

type Opens = { page: SitePage; target: Target; close: NonNullable<SiteReveal["close"]>; name: string };

/** Controls that bring up a dialog which its own control puts aside again: one for each dialog. */
const opening = (pages: readonly SitePage[]): Opens[] => {
  const all = pages.filter(isByAddress).flatMap((page) =>
    page.reveals.flatMap(({ control: { role, name, target }, effect, close, problems }): Opens[] => {
      const isPlain = effect === "dialog" && problems.length === 0 && (role === "button" || role === "link");
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
  const shown = opened.ok ? await click(walk, target) : null;
  if (!opened.ok || !shown || shown.dialogs.length <= opened.survey.dialogs.length) return null;
  const driver = walk.session.page;
  if (!(await driver.press("Escape", { timeoutMs: ACT_TIMEOUT })).ok) return null;
  const after = await look(walk);
  const escapes = after !== null && after.dialogs.length < shown.dialogs.length;
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
 * as well. Nothing where there are fewer than three.
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
