import { isAnswered } from "#core/explore/pages/by-address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { percentIn, shareOf, wrongAmong } from "#core/generate/sums/percents.ts";
import type { Percent } from "#core/generate/sums/percents.ts";
import { literal, literalTarget, openPage } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";

const MOST_ON_PAGE = 3;
const MOST_PAGES = 4;

/** Short texts, each an element's own. */
const textsOn = ({ survey }: SitePage): string[] => [
  ...survey.headings.map(({ text }) => text),
  ...survey.counters.map(({ text }) => text),
  ...survey.sums.flatMap(({ lines }) => lines.map(({ text }) => text)),
  ...survey.collections.flatMap(({ items }) =>
    items.flatMap(({ cells, lines = [], text }) => [...cells, ...lines, text]),
  ),
];

const percentsOn = (page: SitePage): Percent[] =>
  [...new Set(textsOn(page).map(fold))].flatMap((text) => percentIn(text) ?? []);

/** How far each is done is said or asked for somewhere, or what each of them weighs. */
const PARTIAL =
  /(?<!\p{L})(?:progress|percent|complet\w+|%|(?:story )?points?|weight|fortschritt|punkte|gewicht)(?!\p{L})/iu;

const isPartial = ({ survey }: SitePage): boolean =>
  survey.collections.some(({ columns }) => columns.some(({ name }) => PARTIAL.test(name))) ||
  survey.forms.some(({ fields }) => fields.some(({ name }) => PARTIAL.test(name)));

const without = ({ survey }: SitePage, { text }: Percent): StepDocument => {
  const whose = survey.text.includes(text) ? { target: literalTarget(mainOf(survey)) } : {};
  return { expect: { text: { ...whose, contains: literal(text), not: true } } };
};

export const percents = defineOracle({
  id: "percents",
  summary: 'What is called "4 of 4 lessons done" is not 80% of it.',
  looks: true,
  applies(site) {
    const pages = [...site.pages, ...site.samples].filter(isAnswered);
    const seen = pages.map((page) => ({ page, texts: percentsOn(page) }));
    const partial = pages.some(isPartial);
    const all = new Map(seen.flatMap(({ texts }) => texts).map((each) => [each.text, each]));
    const shapes = Map.groupBy(all.values(), ({ shape }) => shape);
    const wrong = new Set(
      [...shapes.values()].flatMap((texts) => wrongAmong(texts, partial)).map(({ text }) => text),
    );
    const told = new Set<string>();
    const found = seen.flatMap(({ page, texts }) => {
      const own = texts.filter(({ text }) => wrong.has(text) && !told.has(text)).slice(0, MOST_ON_PAGE);
      for (const { text } of own) told.add(text);
      return own.length === 0 ? [] : [{ page, own }];
    });
    const [first] = found.flatMap(({ own }) => own);
    if (!first) return [];
    const share = Math.round(shareOf(first));
    return [
      {
        id: "percents",
        title: `Percentages are those of their counts: no "${first.text}", as ${first.part} of ${first.all} is ${share}%`,
        steps: found
          .slice(0, MOST_PAGES)
          .flatMap(({ page, own }) => [...openPage(page), ...own.map((each) => without(page, each))]),
        rank: 9,
      },
    ];
  },
});
