import type { SitePage } from "#model/site-pages.ts";
import type { SitePost } from "#model/site-posts.ts";
import type { SurveyForm } from "#model/survey.ts";
import type { RowControl } from "#model/site-records.ts";
import { rowControl } from "#core/explore/items/own-item.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { tryEdit, tryRemoval } from "./post-parts.ts";
import type { Added } from "./post-parts.ts";
import { isForm } from "#core/explore/forms/refusal.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, isThorough } from "#core/explore/pages/walk.ts";

const CHANGES = /\b(?:save|update|edit|change)\b|speichern|aktualisieren|[äa]ndern/i;
const isOfChange = ({ submit }: SurveyForm): boolean => CHANGES.test(submit?.name ?? "");

/** Whether the page has the form when it is opened again, and not as one that changes what was added; null where it cannot be opened. */
export const isOffered = async (
  walk: Walk,
  { path }: SitePage,
  form: SurveyForm,
): Promise<boolean | null> => {
  const again = await open(walk, path);
  return again.ok
    ? again.survey.forms.some((each) => isForm(each, form) && !(isOfChange(each) && !isOfChange(form)))
    : null;
};

/**
 * Brings up what changes the only text that one may add to a page, such as a review, and removes it by a control of its own;
 * neither where that does not bring back the form that adds one.
 */
export const undoPost = async (
  walk: Walk,
  page: SitePage,
  own: RowControl[],
  added: Added,
): Promise<Pick<SitePost, "undo" | "edit">> => {
  const { text, form } = added;
  const none = { undo: null, edit: null };
  const opened = isThorough(walk) ? await open(walk, page.path) : null;
  const edit = opened?.ok ? await tryEdit(walk, own, added) : null;
  const removed = await tryRemoval(walk, page, own, text, `${MARK} -`);
  if (!removed || !(await isOffered(walk, page, form))) return none;
  // Before another one is added, cases tell by the control whether there is one still.
  const control = rowControl(removed.control, "", null);
  const left = await walk.session.page.read(control, "count", { timeoutMs: ACT_TIMEOUT });
  return left.ok && left.value === "0" ? { undo: removed, edit } : none;
};
