import type { SitePage } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { ACT_TIMEOUT, beginStep, spend } from "#core/explore/pages/walk.ts";

export type Act = [target: Target, action: Parameters<Walk["session"]["page"]["act"]>[1]];

/** A page was loaded since the step began. */
export const hasLoaded = ({ session }: Walk, mark: number): boolean =>
  evidenceSince(session.evidence, mark).requests.some(({ resource_type: type }) => type === "document");

/**
 * Whether Back leads from the address of a choice to that of its page. Many apps put a choice in the place of the address
 * before, where Back leaves the page, and is right to. `page`: neither way was a page loaded. Null where it does not.
 */
export const leadsBack = async (walk: Walk, page: SitePage, acts: Act[]): Promise<"page" | "load" | null> => {
  if (!(await open(walk, page.path)).ok) return null;
  const start = walk.session.page.url();
  const mark = beginStep(walk);
  for (const [target, action] of acts) {
    const isDone =
      spend(walk) && (await walk.session.page.act(target, action, { timeoutMs: ACT_TIMEOUT })).ok;
    if (!isDone) return null;
  }
  await lookAnswered(walk);
  const isAway = walk.session.page.url() !== start;
  const gone = isAway ? await walk.session.page.back({ timeoutMs: ACT_TIMEOUT }) : null;
  if (gone?.ok !== true || walk.session.page.url() !== start) return null;
  return hasLoaded(walk, mark) ? "load" : "page";
};
