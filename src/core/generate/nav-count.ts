import type { StepDocument } from "#core/suite/grammar.ts";
import { relativeTo, withoutQuery } from "#core/explore/address.ts";
import { isByAddress } from "#core/explore/by-address.ts";
import { fold } from "#core/explore/lists.ts";
import { isSteadyTarget } from "#core/explore/steady.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { literalTarget } from "./steps.ts";

/** A link of the navigation that says how many there are of what it leads to: "Messages 3". */
export type NavCount = { target: Target };

const COUNTED = /^(\D*\p{L})\s*:?\s*\(?(\d{1,3})\+?\)?(?:\s*(?:unread|new|open|pending|due))?$/u;
/** The number behind it tells one of several, and how many of nothing. */
const NUMBERED =
  /(?:^|\s)(?:v|version|release|week|kw|day|year|page|step|top|part|chapter|level|season|vol(?:ume)?|no|nr|floor|room|phase)\.?$/i;

/** What a link that has a number behind its name is called without it; null where it has none. */
const countedName = (text: string): string | null => {
  const [, name] = COUNTED.exec(fold(text)) ?? [];
  return name === undefined || NUMBERED.test(name) ? null : name;
};

const PLAIN = /^[\w./#!-]+$/;

const ofFrame = ({ survey }: SitePage, origin: string, path: string): SurveyLink[] =>
  survey.links.filter(
    ({ chrome, href }) => chrome && withoutQuery(relativeTo(origin, href)) === withoutQuery(path),
  );

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

/** The number beside the link to the list at an address, as a page of the app shows it; null where it shows none. */
export const navCount = (site: SiteModel, page: SitePage | null, path: string): NavCount | null => {
  const link = page && ofFrame(page, site.origin, path).find(({ text }) => countedName(text) !== null);
  const counted = link ? countedName(link.text) : null;
  if (!link || counted === null) return null;
  const everywhere = site.pages.filter(isByAddress).flatMap((each) => ofFrame(each, site.origin, path));
  const alike = everywhere.filter(({ text }) => (countedName(text) ?? fold(text)) === counted);
  const key = JSON.stringify(link.target);
  const address = withoutQuery(relativeTo(site.origin, link.href));
  const isTold =
    link.target !== null &&
    isSteadyTarget(link.target) &&
    alike.every(({ target }) => JSON.stringify(target) === key);
  const target: Target | null = isTold
    ? link.target
    : PLAIN.test(address)
      ? { css: `a[href$="${address}"]`, nth: 0 }
      : null;
  if (target === null) return null;
  return { target };
};

/** What the link says now, and that it says the same once the page has been loaded anew. */
export const navAgain = (
  count: NavCount | null,
  variable: string,
): { now: StepDocument[]; later: StepDocument[] } => {
  if (!count) return { now: [], later: [] };
  const target = literalTarget(count.target);
  return {
    now: [{ capture: { [variable]: { text: target } } }],
    later: [{ expect: { text: { target, is: `\${${variable}}` } } }],
  };
};
