import type { StepDocument } from "#core/suite/grammar.ts";
import { numberOfTab } from "#core/explore/probes/filter-tabs.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { asObject, click, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { SiteFilter } from "#model/site-lists.ts";
import type { Target, TargetObject } from "#model/target.ts";

/** A number that is off by more counts something else, such as what is new. */
const MOST_OFF = 2;

type Tab = { target: TargetObject; number: number; shown: number; rows: Target | null };

/** The tabs, or buttons in their place, with their numbers; none where one has no number, or cannot be called without it. */
const tabsOf = ({ options }: SiteFilter): Tab[] =>
  options.flatMap(({ label, target, names, rows }): Tab[] => {
    const { name, number } = numberOfTab(label) ?? {};
    if (number === undefined || target === null || asObject(target).name !== name) return [];
    return [{ target: asObject(literalTarget(target)), number, shown: names.length, rows }];
  });

const draft = (filter: SiteFilter): Draft[] => {
  const tabs = tabsOf(filter);
  const same = tabs.filter((tab) => tab.number === tab.shown && tab.shown > 0);
  const isSame = same.length > 0;
  // Where two different numbers are those of the items, the others are so, too, as far as so many have room.
  const counts = new Set(same.map(({ number }) => number)).size > 1;
  const room = Math.max(0, ...same.map(({ shown }) => shown));
  const isNear = tabs.every(
    ({ number, shown }) => Math.abs(number - shown) <= MOST_OFF || (counts && number <= room),
  );
  if (filter.kind !== "tabs" || filter.list.paging || tabs.length < filter.options.length) return [];
  if (filter.options.some(({ next }) => next !== null)) return [];
  if (!isSame || !isNear) return [];
  return [
    {
      id: `tab-counts-${filter.pageId}`,
      title: `The number on each tab of ${filter.path} is that of what it shows`,
      steps: [
        { goto: literal(filter.path) },
        ...tabs.flatMap(({ target, rows }, at): StepDocument[] => {
          if (rows === null) return [];
          return [
            idle,
            click(target),
            idle,
            { capture: { [`tab_${at + 1}`]: { text: target, match: String.raw`(\d+)\W*$` } } },
            { expect: { count: { target: literalTarget(rows), is: `\${tab_${at + 1}}` } } },
          ];
        }),
      ],
      rank: 16,
    },
  ];
};

export const tabCounts = defineOracle({
  id: "tab-counts",
  summary: "The number that a tab shows behind its name is that of the items below it.",
  looks: true,
  applies: ({ filters }) => filters.flatMap(draft),
});
