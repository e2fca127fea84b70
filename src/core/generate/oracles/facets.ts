import { FACET_NUMBER, facetEntry, facetLink } from "#core/explore/probe-facets.ts";
import { slug } from "#core/explore/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { captureName, click, fillOne, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteFacets } from "#model/site-choices.ts";

/** What stands beside the link is how many rows it shows. */
const counted = ({ group, rows }: SiteFacets, label: string, name: string): StepDocument[] => [
  { capture: { [name]: { text: literalTarget(facetEntry(group, label)), match: FACET_NUMBER } } },
  click(facetLink(group, label)),
  idle,
  { expect: { count: { target: literalTarget(rows), is: `\${${name}}` } } },
];

const drafts = (facets: SiteFacets): Draft[] => {
  const { pageId, path, name, labels, searched } = facets;
  const id = `facets-${pageId}-${slug(name) || "links"}`;
  const variable = (label: string): string => captureName("number_of", slug(label) || "links");
  const alone: Draft = {
    id,
    title: `The number beside each of "${short(name, 30)}" is that of what it shows`,
    steps: labels.flatMap((label) => [
      { goto: literal(path) },
      idle,
      ...counted(facets, label, variable(label)),
    ]),
    rank: 17,
  };
  if (!searched) return [alone];
  const { field, term, label } = searched;
  return [
    alone,
    {
      id: `${id}-searched`,
      title: `"${short(label, 30)}" shows what it says of what was searched for`,
      steps: [
        { goto: literal(path) },
        fillOne(field, literal(term)),
        { press: { key: "Enter", target: literalTarget(field.target ?? "") } },
        idle,
        ...counted(facets, label, `${variable(label)}_found`),
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
  applies: (site) => site.facets.flatMap(drafts),
});
