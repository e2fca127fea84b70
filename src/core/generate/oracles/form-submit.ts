import { onceEach, sameForm } from "#core/explore/sendable-forms.ts";
import { afterSending } from "#core/generate/after-sending.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { SiteModel } from "#model/site.ts";
import { filledIn, fixturesOf, isOfRecords, usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { lineSumsAfter } from "#core/generate/line-sums.ts";
import { listedAs } from "#core/generate/listings.ts";
import { sumsKept } from "#core/generate/sums-kept.ts";
import { isOfWizard } from "#core/generate/wizards.ts";
import { click, noErrors, problemsOf, REFUSALS, short, withoutFaults } from "#core/generate/steps.ts";

/** What adds to its page is the matter of another oracle. */
const isPost = (site: SiteModel, form: UsableForm["form"]): boolean =>
  site.posts.some((post) => sameForm(post.form, form));

export const formSubmit = defineOracle({
  id: "form-submit",
  summary: "A form that is filled in properly is accepted, and the answer has no errors.",
  applies: (site) =>
    onceEach(usableForms(site))
      // Forms of items that a list shows are the matter of another oracle, which expects more.
      .filter(
        ({ isEdit, opener, page, form }) =>
          !isEdit &&
          form.tried !== "refused" &&
          form.tried !== "once" &&
          !isPost(site, form) &&
          !isOfWizard(site, form) &&
          !isOfRecords(site, { page, form, opener }),
      )
      .map((usable) => {
        const { blocks, use } = filledIn(usable);
        const problems = [...usable.page.problems, ...problemsOf(site)];
        const { behindLogin } = usable.page;
        // Whether what is made up is proper, only the app can say.
        const isTaken = usable.form.tried === "taken";
        const sums = isTaken ? sumsKept(usable) : { before: [], after: [] };
        return {
          id: `${usable.id}-submit`,
          title: isTaken
            ? `"${short(usable.name)}" accepts proper data`
            : `"${short(usable.name)}" accepts or refuses what is sent, and does not break`,
          blocks,
          steps: [
            use,
            ...sums.before,
            click(usable.submit),
            { wait_for: "idle" },
            isTaken ? noErrors(problems, behindLogin) : withoutFaults(problems, behindLogin, REFUSALS),
            ...(isTaken && usable.form.answered ? lineSumsAfter(usable.form, usable.form.answered) : []),
            ...sums.after,
            ...(isTaken ? listedAs(site, usable) : []),
            ...afterSending(site, usable),
          ],
          fixtures: fixturesOf(usable.entries),
          rank: 9,
        };
      }),
});
