import { fold, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { isSaidOnce, mainOf, numberIn, stem } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { mayHideSome, putAside } from "#core/generate/records/may-hide-some.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { showsAll } from "#core/generate/counts/shows-all.ts";
import { literal, literalTarget, openPage } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** A number that is off by more counts something else: two, or of many rows one in seven. */
const mostOff = (rows: number): number => Math.max(2, Math.floor(rows / 7));
const MOST_ROWS = 40;
const MOST_TILES = 12;

/** The one word of a number that counts all there is of something. */
export const NOUN = /^(?:all |total |number of |total number of )?(\p{L}{4,})$/iu;

/** Short texts with one number each: those that count, and tiles that are laid out as a list. */
const textsOf = (survey: PageSurvey): string[] => [
  ...survey.counters.map(({ text }) => text),
  ...survey.collections
    .filter(({ rows }) => rows <= MOST_TILES)
    .flatMap(({ items }) => items.map(({ text }) => text)),
];

/** The page that lists all of what a word names: "Invoices". */
const pageOf = (site: SiteModel, noun: string, own: SitePage): SitePage | null =>
  site.pages.find((page) => {
    const heading =
      (page.survey.headings.find(({ level }) => level === 1) ?? page.survey.headings[0])?.text ?? "";
    const word = NOUN.exec(heading.trim())?.[1];
    const list = mainList(page.survey);
    return (
      page !== own &&
      isByAddress(page) &&
      !/[?]|:id/.test(page.pattern) &&
      word !== undefined &&
      stem(word) === stem(noun) &&
      list !== null &&
      list.target !== null &&
      list.paging === null &&
      list.rows <= MOST_ROWS &&
      showsAll(page.survey)
    );
  }) ?? null;

/** Fewer, or more, may be counted than are listed: what is archived is hidden there, or shown without being counted. */
const mayDiffer = (list: SurveyCollection, number: number, page: SitePage, site: SiteModel): boolean =>
  list.rows !== number && (list.rows - putAside(list) === number || mayHideSome(page, site));

/** One of several of its kind: what it counts is its own. */
export const isOfItem = ({ pattern, examples }: SitePage): boolean =>
  pattern.includes(":id") || examples.length > 0;

const drafts = (site: SiteModel, page: SitePage, seen: Set<string>): Draft[] => {
  if (isOfItem(page)) return [];
  return textsOf(page.survey).flatMap((text): Draft[] => {
    const found = numberIn(fold(text));
    const noun = NOUN.exec(found?.words ?? "")?.[1];
    if (!found || noun === undefined || seen.has(noun)) return [];
    seen.add(noun);
    const there = pageOf(site, noun, page);
    const list = there ? mainList(there.survey) : null;
    const rows = list ? rowsOf(list) : null;
    if (!there || !list || !rows || Math.abs(list.rows - found.number) > mostOff(list.rows)) return [];
    if (!isSaidOnce(page.survey, found.pattern) || mayDiffer(list, found.number, there, site)) return [];
    const name = `number_of_${stem(noun)}`;
    return [
      {
        id: `tally-${page.id}-${noun.toLowerCase()}`,
        title: `The number of ${noun.toLowerCase()} on ${pageNames(site.pages)(page)} is that of its list`,
        steps: [
          ...openPage(page),
          { wait_for: "idle" },
          { capture: { [name]: { text: literalTarget(mainOf(page.survey)), match: found.pattern } } },
          { goto: literal(there.path) },
          { wait_for: "idle" },
          { expect: { count: { target: literalTarget(rows), is: `\${${name}}` } } },
        ],
        rank: 17,
      },
    ];
  });
};

export const tallies = defineOracle({
  id: "tallies",
  summary: "A number on one page that counts what another page lists agrees with that list.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.filter(isByAddress).flatMap((page) => drafts(site, page, seen));
  },
});
