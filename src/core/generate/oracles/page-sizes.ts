import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literal, literalTarget, selectOne, short } from "#core/generate/steps.ts";
import type { PageSize, SitePageSize } from "#model/site-page-sizes.ts";
import type { StepDocument } from "#core/suite/grammar.ts";

const choose = ({ field, apply }: SitePageSize, { label }: PageSize): StepDocument[] => [
  selectOne(field, label),
  ...(apply === null ? [] : [click(apply)]),
  idle,
];

const shows = (
  { rows }: SitePageSize,
  bounds: { is: number } | { min: number; max?: number },
): StepDocument => ({
  expect: { count: { target: literalTarget(rows), ...bounds } },
});

/** A page of another size has as many rows, or all there are, which are more than a page of the size at first. */
const changes = (size: SitePageSize): Draft[] => {
  const { first, smaller, larger, total } = size;
  const steps: StepDocument[] = [];
  const most = first.rows ?? 0;
  if (smaller?.rows) steps.push(...choose(size, smaller), shows(size, { is: smaller.rows }));
  if (larger?.rows) {
    const least = Math.max(most + 1, Math.min(larger.rows, total ?? 0));
    steps.push(...choose(size, larger), shows(size, { min: least, max: larger.rows }));
  }
  if (steps.length === 0) return [];
  return [
    {
      id: `page-size-${size.pageId}`,
      title: `"${short(size.name || first.label, 30)}" has as many rows shown as it says`,
      steps: [
        { goto: literal(size.path) },
        idle,
        ...steps,
        ...choose(size, first),
        shows(size, { is: most }),
      ],
      rank: 30,
    },
  ];
};

/** Once all rows are on one page there is no second one to stay on. */
const begins = (size: SitePageSize): Draft[] => {
  const { whole } = size;
  if (whole === null) return [];
  return [
    {
      id: `page-size-begins-${size.pageId}`,
      title: `"${short(size.name || size.first.label, 30)}" shows rows wherever in the list it is set`,
      steps: [
        { goto: literal(size.path) },
        idle,
        click(whole.next),
        idle,
        ...choose(size, whole.size),
        shows(size, { min: 1 }),
      ],
      rank: 32,
    },
  ];
};

export const pageSizes = defineOracle({
  id: "page-sizes",
  joins: true,
  summary: "A list in pages shows as many rows on one as are chosen, also from a later page.",
  looks: true,
  applies: (site) => site.pageSizes.flatMap((size) => [...changes(size), ...begins(size)]),
});
