import { inTurns } from "#model/in-turns.ts";
import type { DeadLink } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { isFile, normalise, pathOf } from "./address.ts";
import type { Lead } from "./frontier.ts";
import { open } from "./open-page.ts";
import type { Walk } from "./walk.ts";
import { isThorough, timeOf } from "./walk.ts";
import { isDangerous, isDangerousAddress } from "#core/explore/words.ts";

const MOST = { quick: 60, thorough: 240 };
/** Of all the time, they are asked after for no longer than this part. */
const SHARE = 0.05;
const MOST_FILES = 10;
/** Addresses that lead nowhere and are opened as a person would. */
const MOST_LOOKED = 4;

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

/** The heading of a page that is none. */
export const NOT_FOUND =
  /^(?:(?:error )?404\W*|(?:404\W+)?(?:(?:the |this )?page (?:was |could )?not (?:be )?found|not found|no such page|(?:diese )?seite (?:wurde )?nicht gefunden|page introuvable)\W*)$/i;

type Shown = Pick<DeadLink, "says" | "bare">;

/** What a page says of itself, where that is that there is nothing, and whether it has nothing to use. */
export const shownBy = ({ headings, links, buttons }: PageSurvey): Shown => {
  const heading = headings.find(({ level }) => level === 1)?.text;
  return {
    ...(heading !== undefined && NOT_FOUND.test(heading.trim()) && { says: heading }),
    ...(links.length + buttons.length === 0 && { bare: true }),
  };
};

/** The same of what comes when an address is loaded that the server does not know: a script may show something there. */
const shownAt = async (walk: Walk, path: string): Promise<Shown> => {
  const opened = await open(walk, path);
  if (opened.ok) return shownBy(opened.survey);
  // Data, say, instead of a page.
  return opened.failure === "refused" ? { bare: true } : {};
};

/** One of each kind, then another of each, so that items of which there are many do not take the turn of the others. */
const byTurns = (walk: Walk, leads: Lead[]): Lead[] =>
  inTurns([...Map.groupBy(leads, ({ url }) => walk.patterns.of(url)).values()]);

/**
 * Asks after the addresses that were not opened, with GET and the session's cookies, and lists those that lead nowhere;
 * and those of the pages that were opened and answered with an error.
 */
export const checkLeads = async (walk: Walk, leads: Lead[], pages: SitePage[]): Promise<DeadLink[]> => {
  const dead: DeadLink[] = pages
    .filter(({ status, via }) => isDead(status) && via !== null)
    .map(({ via, path, status, survey }) => ({
      pageId: via?.pageId ?? "",
      text: via?.text ?? "",
      target: via?.target ?? null,
      path,
      status,
      ...shownBy(survey),
    }));
  let looked = 0;
  const most = MOST[isThorough(walk) ? "thorough" : "quick"];
  const isUp = timeOf(walk, SHARE);
  for (const { url, via } of [...byTurns(walk, leads).slice(0, most), ...fileLeads(pages)]) {
    if (walk.over() || isUp()) break;
    if (!via || isDangerous(via.text)) continue;
    const answer = await walk.session.request({ method: "GET", url: url.href, timeoutMs: 3_000 });
    if (!answer.ok || !isDead(answer.status)) continue;
    const path = pathOf(url);
    const shown = looked < MOST_LOOKED && via.target !== null ? await shownAt(walk, path) : {};
    looked += 1;
    dead.push({
      pageId: via.pageId,
      text: via.text,
      target: via.target,
      path,
      status: answer.status,
      ...shown,
    });
  }
  return dead;
};

const isDead = (status: number | null): boolean =>
  status === 404 || status === 410 || (status !== null && status >= 500);
