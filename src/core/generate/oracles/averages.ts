import { isByAddress } from "#core/explore/pages/by-address.ts";
import { wrongAverages } from "#core/generate/sums/averages.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";

export const averages = defineOracle({
  id: "averages",
  summary: 'An "Average score" beside a table is that of its column "Score", of the rows that have one.',
  looks: true,
  applies(site) {
    const had = new Set<string>();
    return site.pages.filter(isByAddress).flatMap((page) => {
      const found = had.has(page.pattern) ? [] : wrongAverages(page.survey);
      const [first] = found;
      if (!first) return [];
      had.add(page.pattern);
      return [
        {
          id: `average-${page.id}`,
          title: `The average of "${short(first.heading, 30)}" is ${first.mean}, as its column has it`,
          steps: [
            ...openPage(page),
            idle,
            ...found.map(({ said, cell }) => ({
              expect: {
                text: {
                  target: literalTarget(cell ?? mainOf(page.survey)),
                  contains: literal(said),
                  not: true,
                },
              },
            })),
          ],
          rank: 10,
        },
      ];
    });
  },
});
