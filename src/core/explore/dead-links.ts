import type { DeadLink, SitePage } from "#model/site.ts";
import { pathOf } from "./address.ts";
import type { Lead } from "./frontier.ts";
import type { Walk } from "./walk.ts";

const MOST = 60;

/**
 * Asks after the addresses that were not opened, with GET and the session's cookies, and lists those that lead nowhere;
 * and those of the pages that were opened and answered with an error.
 */
export const checkLeads = async (walk: Walk, leads: Lead[], pages: SitePage[]): Promise<DeadLink[]> => {
  const dead: DeadLink[] = pages
    .filter(({ status, via }) => isDead(status) && via !== null)
    .map(({ via, path, status }) => ({
      pageId: via?.pageId ?? "",
      text: via?.text ?? "",
      target: via?.target ?? null,
      path,
      status,
    }));
  for (const { url, via } of leads.slice(0, MOST)) {
    if (walk.over() || !via) break;
    const answer = await walk.session.request({ method: "GET", url: url.href, timeoutMs: 3_000 });
    if (!answer.ok || !isDead(answer.status)) continue;
    dead.push({
      pageId: via.pageId,
      text: via.text,
      target: via.target,
      path: pathOf(url),
      status: answer.status,
    });
  }
  return dead;
};

const isDead = (status: number | null): boolean =>
  status === 404 || status === 410 || (status !== null && status >= 500);
