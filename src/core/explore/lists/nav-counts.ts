import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { relativeTo, routeOf, withoutQuery } from "#core/explore/pages/address.ts";
import { fold } from "./lists.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";

const COUNTED = /^(\D*\p{L})\s*:?\s*\(?(\d{1,3})\+?\)?(?:\s*(?:unread|new|open|pending|due))?$/u;
/** The number behind it tells one of several, and how many of nothing. */
const NUMBERED =
  /(?:^|\s)(?:v|version|release|week|kw|day|year|page|step|top|part|chapter|level|season|vol(?:ume)?|no|nr|floor|room|phase)\.?$/i;

type Count = { name: string; number: number };

/** What a link that has a number behind its name is called without it, and that number; null where it has none. */
export const countIn = (text: string): Count | null => {
  const [, name, number] = COUNTED.exec(fold(text)) ?? [];
  return name === undefined || NUMBERED.test(name) ? null : { name, number: Number(number) };
};

/** The links of the navigation that lead to an address. */
export const ofFrame = ({ survey }: Pick<SitePage, "survey">, origin: string, path: string): SurveyLink[] =>
  survey.links.filter(({ chrome, href }) => chrome && routeOf(relativeTo(origin, href)) === routeOf(path));

const PLAIN = /^[\w./#!-]+$/;

/** What fits a link whatever number it shows: how the page names it, as long as that has no number in it, else its address. */
export const targetWithout = ({ target, href }: SurveyLink, origin: string, isTold = true): Target | null => {
  const isFree = target !== null && isSteadyTarget(target) && !/\d/.test(JSON.stringify(target));
  if (isTold && isFree) return target;
  const address = withoutQuery(relativeTo(origin, href));
  return PLAIN.test(address) ? { css: `a[href$="${address}"]`, nth: 0 } : null;
};

/** What a link says; one that shows no number may stand for none. */
const countOrNone = (text: string): Count => countIn(text) ?? { name: fold(text), number: 0 };

/** What a page showed while there were so many of some things. */
export type Tally = { survey: PageSurvey; things: number };

/**
 * The link of the navigation whose number went up and down with that of some things, in all that was seen; null where there is
 * none.
 */
export const linkThatCounts = (origin: string, seen: readonly Tally[]): Target | null => {
  const most = seen.toSorted((a, b) => b.things - a.things)[0];
  if (!most || seen.every(({ things }) => things === most.things)) return null;
  const link = most.survey.links.find(({ text, href, chrome }) => {
    const count = chrome ? countIn(text) : null;
    if (count === null) return false;
    return seen.every(({ survey, things }) =>
      survey.links.some((other) => {
        const { name, number } = countOrNone(other.text);
        const isSame = other.chrome && other.href === href && name === count.name;
        return isSame && number === count.number - most.things + things;
      }),
    );
  });
  return link ? targetWithout(link, origin) : null;
};
