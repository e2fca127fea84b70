import { withoutQuery } from "#core/explore/address.ts";
import { isByAddress } from "#core/explore/by-address.ts";
import { fold, mainList } from "#core/explore/lists.ts";
import { mainOf, numberIn } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { highestPage } from "#core/generate/page-numbers.ts";
import { asObject, click, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePaging } from "#model/site-lists.ts";
import type { SiteModel, SitePage } from "#model/site.ts";

const MOST_TURNS = 6;

/** What a page says of the number of all its rows: "39 books found". */
const saidOn = ({ survey }: SitePage): { number: number; words: string; text: string }[] =>
  survey.counters.flatMap(({ text }) => {
    const found = numberIn(fold(text));
    return found ? [{ number: found.number, words: found.words.replace(/s\b/g, ""), text: fold(text) }] : [];
  });

/** The number is of the rows: where the list fits on one page, it is just that. */
const isOfRows = (site: SiteModel, page: SitePage, words: string): boolean =>
  site.pages.some((other) => {
    const list = mainList(other.survey);
    return (
      isByAddress(other) &&
      withoutQuery(other.path) === withoutQuery(page.path) &&
      list !== null &&
      list.paging === null &&
      saidOn(other).some((said) => said.words === words && said.number === list.rows)
    );
  });

/** The last page has what the others leave of the number that the list says it has. */
const draft = (site: SiteModel, paging: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === paging.pageId);
  if (!page || paging.kind === "more") return [];
  const said = saidOn(page).find(
    ({ number, words }) => number > paging.rows && number % paging.rows > 0 && isOfRows(site, page, words),
  );
  if (!said) return [];
  const pages = Math.ceil(said.number / paging.rows);
  const far = highestPage(page);
  const turns = pages - Math.min(far?.number ?? 1, pages - 1);
  if (turns > MOST_TURNS) return [];
  const next = literalTarget(paging.next);
  return [
    {
      id: `said-pages-${page.id}`,
      title: "The last page has the rest of what the list says it has",
      steps: [
        { goto: literal(paging.path) },
        ...(far && far.number > 1 ? [click(far.target), idle] : []),
        ...Array.from({ length: turns }, (): StepDocument[] => [
          { click: next, when: { enabled: next } },
          idle,
        ]).flat(),
        {
          expect: {
            count: { target: asObject(literalTarget(paging.names)), is: said.number % paging.rows },
          },
          // It may be more once something was added.
          when: { text: { target: literalTarget(mainOf(page.survey)), contains: literal(said.text) } },
        },
      ],
      rank: 24,
    },
  ];
};

export const saidPages = defineOracle({
  id: "said-pages",
  joins: true,
  summary: "A list in pages that says how many rows it has can be turned to the last of them.",
  looks: true,
  applies: (site) => site.pagings.flatMap((paging) => draft(site, paging)),
});
