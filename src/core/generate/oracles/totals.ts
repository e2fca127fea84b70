import type { SitePage } from "#model/site.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { netSum } from "#core/generate/net-sums.ts";
import { openPage, short } from "#core/generate/steps.ts";
import { totalsOf } from "#core/generate/sums.ts";
import { isByAddress } from "#core/explore/by-address.ts";

/** Of the same list on pages of one kind. */
const MOST_ALIKE = 2;

const draft = (page: SitePage, list: SurveyCollection): Draft | null => {
  const expects = [...totalsOf(page.survey, list), ...netSum(list)];
  if (expects.length === 0) return null;
  return {
    id: `totals-${page.id}`,
    title: `The amounts of "${short(list.name || page.title, 30)}" add up to what is shown as their total`,
    steps: [...openPage(page), { wait_for: "idle" }, ...expects],
    rank: 17,
  };
};

export const totals = defineOracle({
  id: "totals",
  summary: "Amounts add up to the total that is shown, and price times quantity is the line's sum.",
  looks: true,
  applies(site) {
    const had = new Map<string, number>();
    return (
      site.pages
        // What was put into a cart is the matter of another oracle.
        .filter(isByAddress)
        .flatMap((page) =>
          page.survey.collections.flatMap((list) => {
            const made = draft(page, list);
            const kind = `${page.pattern} ${list.name}`;
            const before = had.get(kind) ?? 0;
            if (made) had.set(kind, before + 1);
            return made && before < MOST_ALIKE ? [made] : [];
          }),
        )
    );
  },
});
