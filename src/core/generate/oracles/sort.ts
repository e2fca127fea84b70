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
  const { control } = sort;
  return sort.orders.flatMap((each): StepDocument[] => {
    if (control.kind === "header") return [click(control.target), ordered(each)];
    const apply = control.apply === null ? [] : [click(control.apply)];
    return [selectOne(control.field, each.label), ...apply, ordered(each)];
  });
};

export const sort = defineOracle({
  id: "sort",
  summary: "Sorting a list puts it in the order that its control names, both ways.",
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
