import { relativeTo, tabOf, withoutQuery } from "#core/explore/pages/address.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyLink } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { setsLanguage } from "#core/explore/words.ts";

/** Pages whose own entry has to be marked before an entry that is not is taken for a fault. */
const LEAST_RIGHT = 2;

/** Of a text that is marked wherever it stands, as what is open never is. */
const areMarkedAnyway = (links: SurveyLink[]): boolean =>
  links.length > 1 && links.every(({ current }) => current !== undefined);

/** The entries that tell by their marks which page is open. */
const entriesOf = (pages: SitePage[]): Map<SitePage, SurveyLink[]> => {
  const all = pages.map(({ survey }) =>
    survey.links.filter(
      ({ chrome, same_origin: own, text, href }) =>
        // What leads to a place on the page ("Skip to main content") is an entry of no navigation.
        chrome && own && tabOf(href) === "" && !setsLanguage(text, href),
    ),
  );
  const anyway = [...Map.groupBy(all.flat(), ({ text }) => text)].flatMap(([text, links]) =>
    areMarkedAnyway(links) ? [text] : [],
  );
  return new Map(
    pages.map((page, at) => [page, (all[at] ?? []).filter(({ text }) => !anyway.includes(text))]),
  );
};

const keyOf = ({ target }: SurveyLink): string => JSON.stringify(target);

/** Another page's entry is marked, and not the page's own. `right`: keys of entries that were marked on their own pages. */
const draft = (site: SiteModel, page: SitePage, entries: SurveyLink[], right: Set<string>): Draft[] => {
  const pathOf = ({ href }: SurveyLink): string => relativeTo(site.origin, href);
  const marked = entries.filter(({ current }) => current !== undefined);
  const own = entries.filter((link) => pathOf(link) === page.path);
  // A logo, or what stands at the foot of the page, is marked by no design.
  const link = own.find(({ part }) => entries.some((each) => each.part === part && right.has(keyOf(each))));
  const [other] = marked;
  if (!link?.target || !other || own.some((each) => marked.includes(each)) || !isSteadyTarget(link.target))
    return [];
  // The entry of the section that the page belongs to.
  if (marked.some((each) => withoutQuery(page.path).startsWith(withoutQuery(pathOf(each))))) return [];
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
    const entries = entriesOf(site.pages.filter(isByAddress));
    const right = [...entries].map(([page, links]) =>
      links.filter(
        ({ href, current }) => current !== undefined && relativeTo(site.origin, href) === page.path,
      ),
    );
    if (right.filter(({ length }) => length > 0).length < LEAST_RIGHT) return [];
    const keys = new Set(right.flat().map(keyOf));
    return [...entries].flatMap(([page, links]) => draft(site, page, links, keys));
  },
});
