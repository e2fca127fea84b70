import { chosenIn } from "#core/explore/probes/probe-sorted-selections.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteSortedSelection } from "#model/site-selection.ts";

const draft = ({ pageId, path, list, boxes, names, sort }: SiteSortedSelection): Draft => {
  const rows = chosenIn(literalTarget(list));
  const first = { ...rows, nth: 0 };
  return {
    id: `selection-sorted-${pageId}`,
    title: `A row that is ticked is still the one once the list is sorted by "${short(sort.name, 30)}"`,
    steps: [
      { goto: literal(path) },
      idle,
      { capture: { ticked_row: { text: literalTarget({ ...names, nth: 0 }) } } },
      { check: literalTarget({ ...boxes, nth: 0 }) },
      { expect: { text: { target: first, contains: "${ticked_row}" } } },
      ...sort.targets.flatMap((target) => [click(target), idle]),
      // Some apps let go of what was chosen, and it may be on another page by now.
      {
        expect: { text: { target: first, contains: "${ticked_row}" } },
        when: { visible: first },
      },
    ],
    rank: 24,
  };
};

export const sortedSelections = defineOracle({
  id: "sorted-selections",
  joins: true,
  summary: "Sorting a list ticks no other row than the one that was ticked.",
  looks: true,
  applies: (site) => site.sortedSelections.map((each) => draft(each)),
});
