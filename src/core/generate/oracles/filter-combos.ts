import { cellsOf } from "#core/explore/lists/lists.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { makeChoice } from "#core/generate/filter-choices.ts";
import { anyCase, asObject, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteFilterCombo } from "#model/site-lists.ts";

const draft = ({ pageId, path, list, choices }: SiteFilterCombo): Draft => {
  const names = choices.map(({ choice }) => choice.name);
  const made = choices.flatMap(({ choice }) => makeChoice(choice));
  const kept = choices.flatMap(({ choice, column }): StepDocument[] => {
    const cells = cellsOf(list, column);
    if (!cells) return [];
    return [{ expect: { each: { target: asObject(literalTarget(cells)), matches: anyCase(choice.label) } } }];
  });
  return {
    id: `filters-both-${pageId}-${slug(names.join(" "))}`,
    title: `Each row fits both "${names.map((name) => short(name, 30)).join('" and "')}"`,
    steps: [{ goto: literal(path) }, idle, ...made, ...kept],
    rank: 17,
  };
};

export const filterCombos = defineOracle({
  id: "filter-combos",
  joins: true,
  summary: "Each row of a table fits both of two choices, where it has a column for each.",
  looks: true,
  applies: ({ filterCombos: combos }) => combos.map(draft),
});
