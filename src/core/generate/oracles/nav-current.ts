import { relativeTo, withoutQuery } from "#core/explore/address.ts";
import { isSteadyTarget } from "#core/explore/steady.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyLink } from "#model/survey.ts";
import { isByAddress } from "#core/explore/by-address.ts";

/** Pages whose own entry has to be marked before an entry that is not is taken for a fault. */
const LEAST_RIGHT = 2;

/** The entries of the navigation that lead to the page itself, and those that are marked as the one where one is. */
const entriesOf = (site: SiteModel, page: SitePage): { own: SurveyLink[]; marked: SurveyLink[] } => {
  const chrome = page.survey.links.filter(({ chrome, same_origin: own }) => chrome && own);
  return {
    own: chrome.filter(({ href }) => relativeTo(site.origin, href) === page.path),
    marked: chrome.filter(({ current }) => current !== undefined),
  };
};

const isRight = (site: SiteModel, page: SitePage): boolean => {
  const { own, marked } = entriesOf(site, page);
  return own.some((link) => marked.includes(link));
};

/** Another page's entry is marked, and not the page's own. */
const draft = (site: SiteModel, page: SitePage): Draft[] => {
  const { own, marked } = entriesOf(site, page);
  const [link] = own;
  const [other] = marked;
  if (!link?.target || !other || own.some((each) => marked.includes(each)) || !isSteadyTarget(link.target))
    return [];
  // The entry of the section that the page belongs to.
  if (
    marked.some(({ href }) => withoutQuery(page.path).startsWith(withoutQuery(relativeTo(site.origin, href))))
  )
    return [];
  const attribute = other.current === "class" ? "class" : "aria-current";
  return [
    {
      id: `nav-current-${page.id}`,
      title: `On ${pageNames(site.pages)(page)} the navigation marks "${short(link.text, 30)}"`,
      steps: [
        ...openPage(page),
        idle,
        {
          expect: {
            attribute: {
              target: literalTarget(link.target),
              name: attribute,
              matches: attribute === "class" ? "(?:active|current|selected)" : "page|true",
            },
          },
        },
      ],
      rank: 6,
    },
  ];
};

export const navCurrent = defineOracle({
  id: "nav-current",
  summary: "The navigation marks the page that is open, where it marks pages.",
  looks: true,
  applies(site) {
    const pages = site.pages.filter(isByAddress);
    const right = pages.filter((page) => isRight(site, page)).length;
    return right < LEAST_RIGHT ? [] : pages.flatMap((page) => draft(site, page));
  },
});
