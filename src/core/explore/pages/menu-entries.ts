import type { SiteAction } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import { nameKey } from "#core/explore/controls/control-candidates.ts";
import { newButtons } from "#core/explore/controls/dialogs.ts";
import { look, perform } from "./open-page.ts";
import { decides, isDangerous, isLanguage } from "#core/explore/words.ts";
import type { Walk } from "./walk.ts";
import { ACT_TIMEOUT, beginStep, here, spend } from "./walk.ts";

const MOST = 6;

/** An entry of a menu, and the address that it leads to. */
export type MenuLead = { name: string; url: URL };

/** Buttons that a menu of the whole app shows, but for those that end the visit, do harm or change its words. */
const entriesOf = (before: PageSurvey, after: PageSurvey): SurveyControl[] => {
  const entries = newButtons(before, after).filter(({ role }) => role === "menuitem");
  if (entries.some(({ name }) => isLanguage(name))) return [];
  return entries
    .filter(({ name, disabled }) => name !== "" && !disabled && !isDangerous(name) && !decides(name, entries))
    .slice(0, MOST);
};

/**
 * Where the entries of a menu lead that are no links: `opener` has been clicked, and `after` is what the page shows since.
 * `reopen` brings the page back.
 */
export const menuLeads = async (
  walk: Walk,
  reopen: readonly SiteAction[],
  opener: SurveyControl,
  before: PageSurvey,
  after: PageSurvey,
): Promise<MenuLead[]> => {
  if (!opener.chrome || !opener.target) return [];
  const entries = entriesOf(before, after);
  // A menu of the frame leads to the same places from every page.
  const menu = [nameKey(opener), ...entries.map(({ name }) => name)].join("|");
  if (walk.controls.followed.has(menu)) return [];
  const start = here(walk);
  const leads: MenuLead[] = [];
  let isOpen = true;
  for (const { name, target } of entries) {
    const open: SiteAction[] = [...reopen, { kind: "click", target: opener.target }];
    if (target === null || (!isOpen && !(await perform(walk, open))) || !spend(walk)) break;
    isOpen = false;
    beginStep(walk);
    const acted = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    if (!acted.ok || !(await look(walk))) continue;
    const path = here(walk);
    if (path !== null && path !== start) leads.push({ name, url: new URL(path, walk.origin) });
  }
  if (!walk.over()) walk.controls.followed.add(menu);
  return leads;
};
