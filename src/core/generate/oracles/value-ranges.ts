import { slug } from "#core/explore/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { asObject, click, fillOne, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteRange } from "#model/site-choices.ts";

const draft = ({ pageId, path, low, high, apply, value, shown, item, list, rows }: SiteRange): Draft => ({
  id: `bounds-${pageId}-${slug(low.name) || "from"}`,
  title: `"${short(low.name, 20)}" and "${short(high.name, 20)}" leave what lies at both ends`,
  steps: [
    { goto: literal(path) },
    fillOne(low, literal(value)),
    fillOne(high, literal(value)),
    ...(apply === null ? [] : [click(apply)]),
    idle,
    // Until the bounds count, the item is there among all others.
    { expect: { each: { target: asObject(literalTarget(rows)), contains: literal(shown) } } },
    { expect: { text: { target: literalTarget(list), contains: literal(item) } } },
  ],
  rank: 19,
});

/** The next page is of what was asked for. */
const turnedDraft = ({ pageId, path, apply, value, turned }: SiteRange): Draft[] =>
  turned === undefined
    ? []
    : [
        {
          id: `bounds-pages-${pageId}-${slug(turned.field.name) || "bound"}`,
          title: `The next page keeps to "${short(turned.field.name, 30)}"`,
          steps: [
            { goto: literal(path) },
            fillOne(turned.field, literal(value)),
            ...(apply === null ? [] : [click(apply)]),
            idle,
            click(turned.next),
            idle,
            {
              expect: {
                value: { target: literalTarget(turned.field.target ?? ""), is: literal(value) },
              },
            },
          ],
          rank: 29,
        },
      ];

export const valueRanges = defineOracle({
  id: "value-ranges",
  joins: true,
  summary:
    "A list that is bounded from and to a value shows what has just that value, and nothing beyond, and its next page keeps to that.",
  looks: true,
  applies: ({ ranges }) => ranges.flatMap((range) => [draft(range), ...turnedDraft(range)]),
});
