import type { DeadLink, SitePage } from "#model/site.ts";
import { isFile, normalise, pathOf } from "./address.ts";
import type { Lead } from "./frontier.ts";
import type { Walk } from "./walk.ts";
import { isDangerous, isDangerousAddress } from "./words.ts";

const MOST = 60;
const MOST_FILES = 10;

/** Links to files, which are not opened as pages. */
const fileLeads = (pages: SitePage[]): Lead[] => {
  const seen = new Set<string>();
  return pages
    .flatMap(({ id, depth, survey }) =>
      survey.links.flatMap(({ href, text, target, same_origin: own }): Lead[] => {
        const url = own ? normalise(href, survey.url) : null;
        if (!url || !isFile(url) || seen.has(url.href)) return [];
        if (isDangerous(text) || isDangerousAddress(pathOf(url))) return [];
        seen.add(url.href);
        return [{ url, depth, via: { pageId: id, text, target } }];
      }),
    )
    .slice(0, MOST_FILES);
};

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
  for (const { url, via } of [...leads.slice(0, MOST), ...fileLeads(pages)]) {
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
