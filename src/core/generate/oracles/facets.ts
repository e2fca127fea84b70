import { FACET_NUMBER } from "#core/explore/probes/probe-facets.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { nameOfChoice } from "#core/generate/filter-choices.ts";
import { captureName, click, fillOne, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { FacetChoice, SiteFacets } from "#model/site-choices.ts";

/** What stands beside the link is how many rows it shows. */
const counted = ({ rows }: SiteFacets, { link, said }: FacetChoice, name: string): StepDocument[] => [
  { capture: { [name]: { text: literalTarget(said), match: FACET_NUMBER } } },
  click(link),
  idle,
  { expect: { count: { target: literalTarget(rows), is: `\${${name}}` } } },
];

/** What they show is compared with their numbers where they are used as tabs. */
const areTabs = ({ filters }: SiteModel, { pageId, choices }: SiteFacets): boolean => {
  const tabs = filters.filter(
    (filter) => filter.kind === "tabs" && filter.pageId === pageId && !filter.list.paging,
  );
  const names = new Set(tabs.flatMap(({ options }) => options.map(nameOfChoice)));
  return choices.some(({ label }) => names.has(label));
};

const drafts = (facets: SiteFacets): Draft[] => {
  const { pageId, path, name, choices, searched } = facets;
  const id = `facets-${pageId}-${slug(name) || "links"}`;
  const variable = (label: string): string => captureName("number_of", slug(label) || "links");
  const alone: Draft = {
    id,
    title: `The number beside each of "${short(name, 30)}" is that of what it shows`,
    steps: choices.flatMap((choice) => [
      { goto: literal(path) },
      idle,
      ...counted(facets, choice, variable(choice.label)),
    ]),
    rank: 17,
  };
  if (!searched) return [alone];
  const { field, term, choice } = searched;
  return [
    alone,
    {
      id: `${id}-searched`,
      title: `"${short(choice.label, 30)}" shows what it says of what was searched for`,
      steps: [
        { goto: literal(path) },
        fillOne(field, literal(term)),
        { press: { key: "Enter", target: literalTarget(field.target ?? "") } },
        idle,
        ...counted(facets, choice, `${variable(choice.label)}_found`),
      ],
      rank: 18,
    },
  ];
};

export const facets = defineOracle({
  id: "facets",
  joins: true,
  summary:
    "A number beside a link that chooses a part of a list is that of the rows which the link shows, after a search as well.",
  looks: true,
  applies: (site) => site.facets.filter((each) => !areTabs(site, each)).flatMap(drafts),
});
