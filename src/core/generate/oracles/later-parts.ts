import { withoutQuery } from "#core/explore/pages/address.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { isLookedFor, planOf } from "#core/generate/records/record-plan.ts";
import { short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { called, compared, placedOn } from "./parts.ts";

/** The number follows as well once there is one more in the list: one that was right before. */
const drafts = (site: SiteModel, page: SitePage): Draft[] => {
  const some = placedOn(site, page).filter(({ tile, place }) => tile.number === place.rows);
  const grown = site.records.flatMap((record) => {
    const plan = record.local || !isLookedFor(record) ? null : planOf(site, record);
    const listed = site.pages.find(({ id }) => id === record.pageId);
    const counted = some.filter(
      ({ place }) => listed !== undefined && withoutQuery(place.page.path) === withoutQuery(listed.path),
    );
    return plan && counted.length > 0 ? [{ plan, counted }] : [];
  })[0];
  if (!grown) return [];
  return [
    {
      id: `parts-${page.id}-later`,
      title: short(
        `${called(grown.counted)} on ${pageNames(site.pages)(page)} says so as well once there is one more`,
        160,
      ),
      needs: [`create-${grown.plan.id}`],
      steps: compared(page, grown.counted),
      rank: 20,
    },
  ];
};

export const laterParts = defineOracle({
  id: "later-parts",
  summary: "Such a number agrees with what is listed as well once an item has been made.",
  applies: (site) => site.pages.flatMap((page) => drafts(site, page)),
});
