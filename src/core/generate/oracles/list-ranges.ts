import { withoutQuery } from "#core/explore/pages/address.ts";
import { mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { isLog } from "#core/generate/logs.ts";
import { highestPage, turner } from "#core/generate/counts/page-numbers.ts";
import { choose } from "#core/generate/filter-choices.ts";
import { saidRanges } from "#core/generate/counts/said-ranges.ts";
import type { SaidRange } from "#core/generate/counts/said-ranges.ts";
import { click, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePaging } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const MOST_PAGES = 6;
const MOST_CHOICES = 2;

/** `saying`: what the list says of a part of it. */
type Range = SaidRange & { end: string; saying(from: number, to: number, all: number | ""): string };

/** What a list says of the part that it shows: "1–10 of 43". */
const rangeOf = ({ text }: PageSurvey): Range | null => {
  const [said] = saidRanges(text);
  if (!said) return null;
  const { between, of } = said;
  return {
    ...said,
    // "31–43 of 43": what is shown goes to the end.
    end: String.raw`\d${escapeRegex(between)}(\d+)${escapeRegex(of)}\1\b`,
    saying: (from, to, all) => `${from}${between}${to}${of}${all}`,
  };
};

const ends = (page: SitePage, { end }: Range) => ({
  expect: { text: { target: literalTarget(mainOf(page.survey)), matches: end } },
});

/** So many items the list may have got meanwhile: those that exploring and other cases make are there for a while, or stay. */
const MOST_MADE = 6;

/** The last part has as many rows as the list says, also once exploring and the suite itself have made some. */
const lastRows = (page: SitePage, { to: per, all, saying }: Range): StepDocument[] => {
  const list = mainList(page.survey);
  const rows = list && list.rows === per ? rowsOf(list) : null;
  if (rows === null) return [];
  return Array.from({ length: MOST_MADE + 1 }, (_, made): StepDocument => {
    const now = all + made;
    const from = Math.floor((now - 1) / per) * per + 1;
    return {
      expect: { count: { target: literalTarget(rows), is: now - from + 1 } },
      when: { text: { target: literalTarget(mainOf(page.survey)), contains: saying(from, now, now) } },
    };
  });
};

/** A page in the middle has as many rows as it says, like the first. */
const secondRows = (page: SitePage, { to: per, all, saying }: Range): StepDocument[] => {
  const list = mainList(page.survey);
  const rows = list && list.rows === per ? rowsOf(list) : null;
  // What is called by the part that it shows is another one there.
  if (rows === null || all <= 2 * per || /\d/.test(JSON.stringify(list?.target))) return [];
  return [
    {
      expect: { count: { target: literalTarget(rows), is: per } },
      when: {
        text: { target: literalTarget(mainOf(page.survey)), contains: saying(per + 1, 2 * per, "") },
      },
    },
  ];
};

/** All that a list says it has can be turned to. */
const reaches = (site: SiteModel, paging: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === paging.pageId);
  const said = page ? rangeOf(page.survey) : null;
  if (!page || isLog(page) || !said || paging.kind === "more" || said.from !== 1 || said.to >= said.all)
    return [];
  const pages = Math.ceil(said.all / said.to);
  const second = secondRows(page, said);
  if (pages > MOST_PAGES) return secondAlone(page, paging, second);
  const next = turner(page, paging.next);
  const far = highestPage(page);
  if (paging.numbered && (far?.number ?? 0) < pages - 1) return secondAlone(page, paging, second);
  const isJump = far !== null && far.number > (paging.numbered ? 1 : 2);
  // What the suite itself has made may be on one more.
  const turns = paging.numbered ? 0 : far && far.number > 2 ? Math.max(1, pages - far.number) + 1 : pages;
  return [
    {
      id: `range-${page.id}`,
      title: "The list can be turned to the end of what it says it has",
      steps: [
        { goto: literal(paging.path) },
        ...(isJump ? [click(far.target), idle] : []),
        ...Array.from({ length: turns }, (_, at): StepDocument[] => [
          { click: next, when: { enabled: next } },
          idle,
          ...(at === 0 && !isJump ? second : []),
        ]).flat(),
        ends(page, said),
        ...lastRows(page, said),
      ],
      rank: 24,
    },
    ...(isJump ? secondAlone(page, paging, second) : []),
  ];
};

const secondAlone = ({ id }: SitePage, { path, next }: SitePaging, steps: StepDocument[]): Draft[] =>
  steps.length === 0
    ? []
    : [
        {
          id: `range-${id}-second`,
          title: "The second page has as many rows as it says",
          steps: [{ goto: literal(path) }, click(next), idle, ...steps],
          rank: 25,
        },
      ];

/** What was chosen fits on one page: then the list says that this is all of it. */
const chosen = (site: SiteModel): Draft[] => {
  const groups = Map.groupBy(site.filters, ({ pageId }) => pageId);
  return [...groups.values()].flatMap((filters): Draft[] => {
    const page = site.pages.find(({ id }) => id === filters[0]?.pageId);
    const said = page ? rangeOf(page.survey) : null;
    if (!page || !said || said.from !== 1 || said.to >= said.all) return [];
    const some = filters
      // Only where the way to more is known is it known that there is none.
      .filter(({ kind, list }) => kind === "select" && (list.paging?.next ?? null) !== null)
      .flatMap((filter) => {
        const option = filter.options
          // One page may be told otherwise: "4 patients".
          .filter(
            ({ names, next, said: then }) =>
              names.length > 0 && next === null && then.some((text) => saidRanges(text).length > 0),
          )
          .toSorted((a, b) => a.names.length - b.names.length)[0];
        const next = filter.list.paging?.next ?? null;
        return option && next !== null ? [{ filter, option, next: turner(page, next) }] : [];
      })
      .slice(0, MOST_CHOICES);
    if (some.length === 0) return [];
    const names = some.map(({ option }) => `"${short(option.label, 20)}"`).join(" and ");
    return [
      {
        id: `range-${page.id}-chosen`,
        title: `The list says how many there are of ${names} alone`,
        // What the suite itself has made may be too much for one page.
        steps: some.flatMap(({ filter, option, next }) => [
          { goto: literal(filter.path) },
          ...choose(filter, option),
          { ...ends(page, said), when: { hidden: next } },
        ]),
        rank: 23,
      },
    ];
  });
};

/** Pages with a choice in their address, which say that there is more, though nothing leads there. */
const cut = ({ pages }: SiteModel): Draft[] => {
  const turned = new Set(
    pages
      .filter(({ survey }) => (mainList(survey)?.paging?.next ?? null) !== null)
      .map(({ path }) => withoutQuery(path)),
  );
  const page = pages.find(({ path, survey, setup, status }) => {
    const said = rangeOf(survey);
    const list = mainList(survey);
    return (
      path.includes("?") &&
      isByAddress({ setup, status }) &&
      turned.has(withoutQuery(path)) &&
      said?.from === 1 &&
      said.to < said.all &&
      list?.rows === said.to &&
      list.paging === null
    );
  });
  const said = page ? rangeOf(page.survey) : null;
  if (!page || !said) return [];
  return [
    {
      id: `range-${page.id}`,
      title: `The list at ${short(page.path, 60)} says how many it has`,
      steps: [...openPage(page), idle, ends(page, said)],
      rank: 7,
    },
  ];
};

export const listRanges = defineOracle({
  id: "list-ranges",
  summary:
    'A list that says "1–10 of 43" can be turned to the last of them, and says so of what was chosen alone.',
  looks: true,
  applies: (site) => [
    ...site.pagings.flatMap((paging) => reaches(site, paging)),
    ...chosen(site),
    ...cut(site),
  ],
});
