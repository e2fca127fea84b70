import { numberOfTab } from "#core/explore/probes/filter-tabs.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { nameOfChoice } from "#core/generate/filter-choices.ts";
import { areOpposite } from "#core/generate/counts/opposite.ts";
import { click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { FilterOption, SiteFilter } from "#model/site-lists.ts";

const shown = ({ names }: FilterOption): string => names.join("\n");

/** Their numbers say that they show something else than each other, or their names that no item is of both. */
const haveToDiffer = (a: FilterOption, b: FilterOption): boolean => {
  const [first, second] = [numberOfTab(a.label), numberOfTab(b.label)];
  if (first && second) return first.number !== second.number;
  return areOpposite(nameOfChoice(a), nameOfChoice(b));
};

/** Two tabs that show the same items while another one shows that the tabs are about this list. */
const twins = ({ options }: SiteFilter): [FilterOption, FilterOption] | null => {
  for (const [at, a] of options.entries()) {
    const b = options.slice(at + 1).find((other) => shown(other) === shown(a) && haveToDiffer(a, other));
    const isAbout = options.some((other) => other.names.length > 0 && shown(other) !== shown(a));
    if (b && a.names.length > 0 && isAbout) return [a, b];
  }
  return null;
};

const draft = (filter: SiteFilter): Draft[] => {
  const pair = filter.kind === "tabs" ? twins(filter) : null;
  const [a, b] = pair ?? [];
  if (!a?.target || !b?.target || filter.list.target === null || filter.list.paging) return [];
  const list = literalTarget(filter.list.target);
  const steps = [
    { goto: literal(filter.path) },
    idle,
    click(a.target),
    idle,
    { capture: { items_of_one: { text: list } } },
    click(b.target),
    idle,
    { expect: { text: { target: list, is: "${items_of_one}", not: true } } },
  ];
  const title = `"${short(nameOfChoice(a), 30)}" and "${short(nameOfChoice(b), 30)}" show items of their own`;
  return [{ id: `tab-rows-${filter.pageId}`, title, steps, rank: 6 }];
};

export const tabRows = defineOracle({
  id: "tab-rows",
  summary: "Tabs that count different numbers of items, or opposite ones, do not show the same.",
  looks: true,
  applies: ({ filters }) => filters.flatMap(draft),
});
