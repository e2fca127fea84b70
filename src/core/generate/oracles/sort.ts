import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteSort, SortOrder } from "#model/site.ts";
import { slug } from "#core/explore/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { click, literal, literalTarget, selectOne, short } from "#core/generate/steps.ts";

const ordered = ({ values, by, order }: SortOrder): StepDocument => {
  const target = literalTarget(values);
  if (typeof target === "string") return { expect: "no_errors" };
  return { expect: { sorted: { target, by, order } } };
};

const stepsOf = (sort: SiteSort): StepDocument[] => {
  const { control, orders } = sort;
  if (control.kind === "header") {
    const [each] = orders;
    if (!each) return [];
    const once = [click(control.target), ordered(each)];
    if (!control.twice) return once;
    const first = { ...each.values, nth: 0 };
    const name = `first_by_${slug(control.name).replaceAll("-", "_") || "column"}`;
    return [
      ...once,
      { capture: { [name]: { text: literalTarget(first) } } },
      ...once,
      { expect: { text: { target: literalTarget(first), is: `\${${name}}`, not: true } } },
    ];
  }
  const apply = control.apply === null ? [] : [click(control.apply)];
  return orders.flatMap((each) => [selectOne(control.field, each.label), ...apply, ordered(each)]);
};

export const sort = defineOracle({
  id: "sort",
  summary: "Sorting a list puts it in the order that its control names, both ways.",
  looks: true,
  applies: (site) =>
    site.sorts.map((each) => ({
      id: `sort-${each.pageId}${each.control.kind === "header" ? `-${slug(each.control.name)}` : ""}`,
      title:
        each.control.kind === "header"
          ? `Sorting by "${short(each.control.name)}" puts the rows in order, both ways`
          : `Each choice of "${short(each.control.name)}" puts the list in order`,
      steps: [{ goto: literal(each.path) }, ...stepsOf(each)],
      rank: each.control.kind === "header" ? 32 : 18,
    })),
});
