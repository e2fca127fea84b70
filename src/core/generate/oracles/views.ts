import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { click, idle, openPage, REFUSALS, selectOne, short, withoutFaults } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteView } from "#model/site-switches.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { slug } from "#core/explore/pages/states.ts";

const draft = (
  site: SiteModel,
  page: SitePage,
  { name, target, submit, options, anew }: SiteView,
): Draft => ({
  id: `views-${page.id}-${slug(name)}`,
  title: `Each "${short(name, 30)}" of ${pageNames(site.pages)(page)} is shown without errors`,
  steps: [
    ...openPage(page),
    idle,
    ...options.flatMap((option, at): StepDocument[] => [
      ...(anew && at > 0 ? [...openPage(page), idle] : []),
      selectOne(target, option),
      ...(submit === null ? [] : [click(submit)]),
      idle,
    ]),
    // That there is nothing of that year is an answer as well.
    withoutFaults(page.problems, page.behindLogin, [" 404", ...REFUSALS]),
  ],
  rank: 21,
});

export const views = defineOracle({
  id: "views",
  summary: "Each year, month or grouping that a report or a view offers is shown without errors.",
  joins: true,
  looks: true,
  applies: (site) =>
    site.views.flatMap((view) => {
      const page = site.pages.find(({ id }) => id === view.pageId);
      return page ? [draft(site, page, view)] : [];
    }),
});
