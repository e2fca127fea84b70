import { relativeTo } from "#core/explore/address.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { click, keepsAddress, literal, openPage } from "#core/generate/steps.ts";
import { isSteadyTarget } from "#core/explore/steady.ts";

export const back = defineOracle({
  id: "back",
  summary: "Back returns to where one came from.",
  applies(site) {
    for (const page of site.pages) {
      if (page.setup.length > 0 || (page.status ?? 200) >= 400 || !keepsAddress(page, site.origin)) continue;
      const next = site.pages.find(
        (each) =>
          each.survey.structure !== page.survey.structure &&
          keepsAddress(each, site.origin) &&
          each.via?.pageId === page.id &&
          each.setup.length === 0 &&
          (each.status ?? 200) < 400,
      );
      const link = page.survey.links.find(({ target, href, new_tab }) => {
        return (
          target !== null &&
          isSteadyTarget(target) &&
          !new_tab &&
          next !== undefined &&
          relativeTo(site.origin, href) === next.path
        );
      });
      if (!next || !link?.target || next.path === page.path) continue;
      return [
        {
          id: "back-returns",
          title: "Back returns to where one came from",
          steps: [
            ...openPage(page),
            click(link.target),
            { expect: { url: { is: literal(next.path) } } },
            "back",
            { expect: { url: { is: literal(page.path) } } },
          ],
          rank: 58,
        },
      ];
    }
    return [];
  },
});
