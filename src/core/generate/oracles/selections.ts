import { FEW_CHOSEN } from "#core/explore/probes/probe-selections.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { buttonItself, idle, literalTarget, noErrors, openPage } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteSelection } from "#model/site-selection.ts";

const MOST_BUTTONS = 2;

const draft = (site: SiteModel, { pageId, all, boxes, enables, says }: SiteSelection): Draft[] => {
  const page = site.pages.find(({ id }) => id === pageId);
  if (!page) return [];
  const row = (nth: number): StepDocument[] => [
    { expect: { checked: { target: literalTarget({ ...boxes, nth }), is: true } } },
  ];
  return [
    {
      id: `selection-${pageId}`,
      title: "The box for all rows ticks each of them, and does what ticking one does",
      steps: [
        ...openPage(page),
        idle,
        { check: literalTarget(all) },
        ...[0, 1].flatMap(row),
        ...enables
          .slice(0, MOST_BUTTONS)
          .map((target): StepDocument => ({ expect: { enabled: buttonItself(target) } })),
        ...(says
          ? [
              {
                expect: {
                  text: {
                    target: literalTarget(mainOf(page.survey)),
                    matches: `(?i:${FEW_CHOSEN})`,
                    not: true,
                  },
                },
              } as StepDocument,
            ]
          : []),
        { uncheck: literalTarget(all) },
        { expect: { checked: { target: literalTarget({ ...boxes, nth: 0 }), is: false } } },
        noErrors(page.problems, page.behindLogin),
      ],
      rank: 22,
    },
  ];
};

export const selections = defineOracle({
  id: "selections",
  summary: "A box for all rows ticks each of them, and makes usable and says what ticking one of them does.",
  looks: true,
  applies: (site) => site.selections.flatMap((selection) => draft(site, selection)),
});
