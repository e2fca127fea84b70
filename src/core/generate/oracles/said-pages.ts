import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import { lastWord, mainOf, numberIn, stem } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { PAGE_OF, firstPart } from "#core/generate/counts/said-ranges.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { showsAll } from "#core/generate/counts/shows-all.ts";
import { highestPage, turner } from "#core/generate/counts/page-numbers.ts";
import { asObject, captureName, click, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SitePaging } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";

const MOST_TURNS = 6;

/** What a page says of the number of all its rows: "39 books found". */
const saidOn = ({ survey }: SitePage): { number: number; words: string; text: string }[] =>
  survey.counters.flatMap(({ text }) => {
    const found = numberIn(fold(text).replace(/\.$/, ""));
    return found ? [{ number: found.number, words: found.words.replace(/s\b/g, ""), text: fold(text) }] : [];
  });

/** The number is of the rows: where the list fits on one page, it is just that. */
const isOfRows = (site: SiteModel, page: SitePage, words: string): boolean =>
  site.pages.some((other) => {
    const list = mainList(other.survey);
    return (
      isByAddress(other) &&
      withoutQuery(other.pattern) === withoutQuery(page.pattern) &&
      list !== null &&
      list.paging === null &&
      saidOn(other).some((said) => said.words === words && said.number === list.rows)
    );
  });

/** The list, or its page, bears the name of what is counted. */
const isCalled = ({ survey }: SitePage, list: SurveyCollection, words: string): boolean => {
  const [, noun] = /^(?:all |total )?(\p{L}{3,})(?: (?:found|in total))?$/iu.exec(words) ?? [];
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? "";
  const names = [list.name, list.columns[0]?.name ?? "", heading];
  return noun !== undefined && names.some((name) => stem(lastWord(name)) === stem(noun));
};

/**
 * The list bears the name of what is counted, nothing is left out by a choice, and it has as many pages as that takes, or
 * all but the last of these.
 */
const isNamed = (page: SitePage, list: SurveyCollection, { words, pages }: Said): boolean => {
  const { survey } = page;
  const far = highestPage(page)?.number ?? Number(PAGE_OF.exec(survey.text)?.[1] ?? 0);
  const isFar = far === pages || (far > 1 && far === pages - 1);
  return isCalled(page, list, words) && showsAll(survey) && isFar;
};

type Said = { words: string; pages: number };

/** "1–10 of 43", where ten are shown. */
const rangeOn = ({ survey }: SitePage, rows: number): { number: number; text: string } | null => {
  const said = firstPart(survey.text);
  return said?.to === rows ? { number: said.all, text: `${said.of.trimStart()}${said.all}` } : null;
};

/** The last page has what the others leave of the number that the list says it has. */
const draft = (site: SiteModel, paging: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === paging.pageId);
  const list = page ? mainList(page.survey) : null;
  if (!page || !list || paging.kind === "more") return [];
  const pagesOf = (number: number): number => Math.ceil(number / paging.rows);
  const said =
    rangeOn(page, paging.rows) ??
    saidOn(page).find(
      ({ number, words }) =>
        number > paging.rows &&
        (isOfRows(site, page, words) || isNamed(page, list, { words, pages: pagesOf(number) })),
    );
  if (!said || said.number <= paging.rows) return [];
  const pages = pagesOf(said.number);
  const far = highestPage(page);
  const turns = paging.numbered ? 0 : pages - Math.min(far?.number ?? 1, pages - 1);
  if (turns > MOST_TURNS || (paging.numbered && (far?.number ?? 0) < pages - 1)) return [];
  const next = turner(page, paging.next);
  const names = asObject(literalTarget(paging.names));
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
          expect: { count: { target: names, is: said.number % paging.rows || paging.rows } },
          // It may be more once something was added.
          when: { text: { target: literalTarget(mainOf(page.survey)), contains: literal(said.text) } },
        },
      ],
      rank: 24,
    },
  ];
};

/** Once more can no longer be asked for, the list has as many rows as it says. */
const asked = (site: SiteModel, { pageId, path, kind, rows, end, next, names }: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === pageId);
  const list = page ? mainList(page.survey) : null;
  if (!page || !list || kind !== "more" || end?.how !== "gone" || !showsAll(page.survey)) return [];
  const said = saidOn(page).find(
    ({ number, words }) => Math.ceil(number / rows) === end.clicks + 1 && isCalled(page, list, words),
  );
  const [before, after] = said?.text.split(/\d+/) ?? [];
  if (before === undefined || after === undefined) return [];
  const target = literalTarget(mainOf(page.survey));
  const name = captureName("rows_said", pageId);
  const match = String.raw`${escapeRegex(before)}(?<![\d.,])(\d+)${escapeRegex(after).replace(/s$/, "s?")}(?!\p{L})`;
  // "Top 5 recipes" above it would be read in its place.
  const first = new RegExp(match, "u").exec(page.survey.text)?.[1];
  if (Number(first) !== said?.number) return [];
  // What the suite itself has made may be on one more.
  const asking = Array.from({ length: end.clicks + 1 }, (): StepDocument[] => [
    { click: turner(page, next), when: { visible: turner(page, next) } },
    idle,
  ]).flat();
  return [
    {
      id: `said-pages-${pageId}`,
      title: "Once all is asked for, there are as many rows as the list says it has",
      steps: [
        { goto: literal(path) },
        idle,
        { capture: { [name]: { text: target, match } } },
        ...asking,
        { expect: { count: { target: asObject(literalTarget(names)), is: `\${${name}}` } } },
      ],
      rank: 24,
    },
  ];
};

export const saidPages = defineOracle({
  id: "said-pages",
  joins: true,
  summary:
    "A list that says how many rows it has can be turned to the last of them, or has them all once it was asked for more.",
  looks: true,
  applies: (site) => site.pagings.flatMap((paging) => [...draft(site, paging), ...asked(site, paging)]),
});
