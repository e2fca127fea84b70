import type { DeadLink } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { isFile, normalise, pathOf } from "./address.ts";
import type { Lead } from "./frontier.ts";
import { open } from "./open-page.ts";
import type { Answered } from "./unopened.ts";
import { askAfter, mostAsked } from "./unopened.ts";
import type { Walk } from "./walk.ts";
import { isDangerous, isDangerousAddress } from "#core/explore/words.ts";

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

/**
 * Lists those of the addresses that were not opened that lead nowhere, as far as `answers` says nothing of them yet by asking after
 * them; and those of the pages that were opened and answered with an error.
 */
export const checkLeads = async (
  walk: Walk,
  leads: Lead[],
  pages: SitePage[],
  answers: ReadonlyMap<string, Answered>,
): Promise<DeadLink[]> => {
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
  const files = fileLeads(pages);
  const further = leads.filter(({ url }) => !answers.has(pathOf(url)));
  const rest = await askAfter(walk, further, mostAsked(walk) - answers.size);
  const ofFiles = await askAfter(walk, files, files.length);
  const all = new Map([...leads, ...files].map((lead) => [pathOf(lead.url), lead]));
  for (const [path, { status }] of [...answers, ...rest, ...ofFiles]) {
    const via = all.get(path)?.via;
    if (!via || !isDead(status)) continue;
    const shown =
      looked < MOST_LOOKED && via.target !== null && !walk.over() ? await shownAt(walk, path) : {};
    looked += 1;
    dead.push({
      pageId: via.pageId,
      text: via.text,
      target: via.target,
      path,
      status,
      ...shown,
    });
  }
  return dead;
};

const isDead = (status: number | null): boolean =>
  status === 404 || status === 410 || (status !== null && status >= 500);
