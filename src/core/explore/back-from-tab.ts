import type { FilterOption } from "#model/site-lists.ts";
import type { SitePage } from "#model/site.ts";
import type { Walk } from "./walk.ts";
import { lookAnswered } from "./answered.ts";
import { open } from "./open-page.ts";
import { ACT_TIMEOUT, spend } from "./walk.ts";

/**
 * Whether Back leads from the address of a tab to that of its page. Many apps put a tab in the place of the address
 * before, where Back leaves the page, and is right to.
 */
export const leadsBackFromTab = async (
  walk: Walk,
  page: SitePage,
  { target }: FilterOption,
): Promise<boolean> => {
  if (target === null || !(await open(walk, page.path)).ok || !spend(walk)) return false;
  const start = walk.session.page.url();
  const used = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  if (!used.ok) return false;
  await lookAnswered(walk);
  const isAway = walk.session.page.url() !== start;
  const gone = isAway ? await walk.session.page.back({ timeoutMs: ACT_TIMEOUT }) : null;
  return gone?.ok === true && walk.session.page.url() === start;
};
