import type { StepDocument } from "#core/suite/grammar.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { asObject, click, fillOne, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteRange } from "#model/site-choices.ts";
import type { SurveyField } from "#model/survey.ts";

/** Opens the list and puts the value into fields. */
const bound = ({ path, apply, value }: SiteRange, fields: SurveyField[]): StepDocument[] => [
  { goto: literal(path) },
  ...fields.map((field) => fillOne(field, literal(value))),
  ...(apply === null ? [] : [click(apply)]),
  idle,
];

const draft = (range: SiteRange): Draft => {
  const { pageId, low, high, shown, item, list, rows } = range;
  return {
    id: `bounds-${pageId}-${slug(low.name) || "from"}`,
    title: `"${short(low.name, 20)}" and "${short(high.name, 20)}" leave what lies at both ends`,
    steps: [
      ...bound(range, [low, high]),
      // Until the bounds count, the item is there among all others.
      { expect: { each: { target: asObject(literalTarget(rows)), contains: literal(shown) } } },
      { expect: { text: { target: literalTarget(list), contains: literal(item) } } },
    ],
    rank: 19,
  };
};

/** The next page is of what was asked for. */
const turnedDraft = (range: SiteRange): Draft | null => {
  const { pageId, value, turned } = range;
  if (turned === undefined) return null;
  const { field, next } = turned;
  return {
    id: `bounds-pages-${pageId}-${slug(field.name) || "bound"}`,
    title: `The next page keeps to "${short(field.name, 30)}"`,
    steps: [
      ...bound(range, [field]),
      click(next),
      idle,
      { expect: { value: { target: literalTarget(field.target ?? ""), is: literal(value) } } },
    ],
    rank: 29,
  };
};

export const valueRanges = defineOracle({
  id: "value-ranges",
  joins: true,
  summary:
    "A list that is bounded from and to a value shows what has just that value, and nothing beyond, and its next page keeps to that.",
  looks: true,
  applies: ({ ranges }) => ranges.flatMap((range) => [draft(range), turnedDraft(range) ?? []].flat()),
});
