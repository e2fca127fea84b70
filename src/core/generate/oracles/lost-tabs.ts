import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteLostTab } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { StepDocument } from "#core/suite/grammar.ts";

const draft = ({ pages }: SiteModel, { pageId, path, name, target, gone }: SiteLostTab): Draft[] => {
  const page = pages.find(({ id }) => id === pageId);
  if (!page) return [];
  const within = literalTarget(mainOf(page.survey));
  const left: StepDocument = { expect: { hidden: { text: literal(gone), exact: true, within } } };
  return [
    {
      id: `address-${pageId}-${slug(name) || "tab"}`,
      title: `The address of "${short(name, 30)}" shows that when it is loaded`,
      steps: [{ goto: literal(path) }, idle, click(target), left, "reload", idle, left],
      rank: 20,
    },
  ];
};

export const lostTabs = defineOracle({
  id: "lost-tabs",
  summary: "A tab that has an address is brought up when that is loaded.",
  looks: true,
  applies: (site) => site.lostTabs.flatMap((tab) => draft(site, tab)),
});
