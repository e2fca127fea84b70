import type { StepDocument } from "#core/suite/grammar.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { countIn, ofFrame, targetWithout } from "#core/explore/lists/nav-counts.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { literalTarget } from "#core/generate/steps.ts";

/**
 * The link to a list that all pages have in their navigation that are shown to whom that list is shown; null where there is
 * none, or where it says what it leads to in another way on another page.
 */
export const navLink = (site: SiteModel, page: SitePage | null, path: string): Target | null => {
  if (page === null) return null;
  const alike = site.pages.filter((each) => isByAddress(each) && each.behindLogin === page.behindLogin);
  const targets = alike.map((each) => ofFrame(each, site.origin, path).map(({ target }) => target));
  const [target = null] = targets[0] ?? [];
  const key = JSON.stringify(target);
  const isTold = targets.every((each) => each.some((other) => JSON.stringify(other) === key));
  return target !== null && isSteadyTarget(target) && isTold ? target : null;
};

/**
 * The link to the list at an address, where a page of the app shows a number beside it; null where it shows none, or where
 * one is not on the list's own page then and another has no such link.
 */
export const navCount = (
  site: SiteModel,
  page: SitePage | null,
  { path, returns }: Pick<SiteRecord, "path" | "returns">,
): Target | null => {
  const link = page && ofFrame(page, site.origin, path).find(({ text }) => countIn(text) !== null);
  const counted = link ? countIn(link.text) : null;
  if (!link || counted === null) return null;
  const pages = site.pages.filter(isByAddress);
  const everywhere = pages.flatMap((each) => ofFrame(each, site.origin, path));
  const alike = everywhere.filter(({ text }) => (countIn(text)?.name ?? fold(text)) === counted.name);
  const key = JSON.stringify(link.target);
  const has = (other: SitePage): boolean =>
    ofFrame(other, site.origin, path).some((each) => alike.includes(each));
  const seen = pages.filter((each) => each.behindLogin === page.behindLogin);
  if (!returns && !seen.every(has)) return null;
  const isTold = alike.every(({ target }) => JSON.stringify(target) === key);
  return targetWithout(link, site.origin, isTold);
};

/** What the link says now, and that it says the same once the page has been loaded anew. */
export const navAgain = (
  link: Target | null,
  variable: string,
): { now: StepDocument[]; later: StepDocument[] } => {
  if (link === null) return { now: [], later: [] };
  const target = literalTarget(link);
  return {
    now: [{ capture: { [variable]: { text: target } } }],
    later: [{ expect: { text: { target, is: `\${${variable}}` } } }],
  };
};
