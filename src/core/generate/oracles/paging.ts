import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SitePaging } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteProblem } from "#model/site-pages.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { findValues, valuePattern } from "#core/suite/order.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { turner } from "#core/generate/counts/page-numbers.ts";
import {
  asObject,
  captureName,
  click,
  idle,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  short,
} from "#core/generate/steps.ts";
import { PAGE_OF } from "#core/generate/counts/said-ranges.ts";

const plain = (target: TargetObject): TargetObject => asObject(literalTarget(target));

/** The row of a captured name, in the list alone. */
const named = (paging: SitePaging, variable: string): Target =>
  paging.names.role === "link"
    ? { role: "link", name: `\${${variable}}`, exact: true, within: literalTarget(paging.list) }
    : { text: `\${${variable}}`, exact: true, within: literalTarget(paging.list) };

const draft = (paging: SitePaging, problems: SiteProblem[], loggedIn: boolean): Draft => {
  const names = plain(paging.names);
  const key = paging.pageId.replaceAll(/[^a-z0-9]+/gi, "_");
  const [first, last] = [`first_of_${key}`, `last_of_${key}`];
  const { top, end: below } = paging.onBoth ?? { top: 0, end: 0 };
  const steps: StepDocument[] = [
    { goto: literal(paging.path) },
    {
      capture: {
        [first]: { text: { ...names, nth: top } },
        [last]: { text: { ...names, nth: paging.rows - 1 - below } },
      },
    },
    click(paging.next),
  ];
  if (paging.kind === "more") {
    steps.push({ expect: { count: { target: names, min: paging.rows + 1 } } });
    if (paging.links)
      steps.push(idle, {
        expect: { distinct: { target: asObject(literalTarget(paging.links)), attribute: "href" } },
      });
  } else {
    steps.push(
      { expect: { hidden: named(paging, first) } },
      { expect: { hidden: named(paging, last) } },
      { expect: { count: { target: names, min: 1 } } },
    );
    if (paging.previous) steps.push(click(paging.previous), { expect: { visible: named(paging, first) } });
  }
  steps.push(noErrors(problems, loggedIn));
  const title =
    paging.kind === "more"
      ? `Asking for more shows further rows${paging.links ? ", none of them twice" : ""}`
      : "The second page shows other rows than the first";
  return { id: `paging-${paging.pageId}`, title, steps, rank: 22 };
};

/** Its rows are told from each other only as wholes: no column has texts of its own. */
const isOfWholes = ({ names }: SitePaging): boolean => names.css === "tbody > tr:has(> td)";

/** A line of an account, with what is left behind it: two that are alike in all are one. */
const isLine = (text: string): boolean => findValues(text, "money").length > 1;

/** Rows of which only all that they say tells them apart: the first of the next page is another than the last of this one. */
const ofWholes = (site: SiteModel, paging: SitePaging): Draft[] => {
  const { pageId, path, kind, names, rows, next } = paging;
  const page = site.pages.find(({ id }) => id === pageId);
  const list = page ? mainList(page.survey) : null;
  if (!list || kind === "more" || !isOfWholes(paging)) return [];
  if (!list.items.every(({ text }) => isLine(text))) return [];
  const last = captureName("last_row_of", pageId);
  const at = (nth: number): TargetObject => ({ ...plain(names), nth });
  return [
    {
      id: `paging-${pageId}`,
      title: "The second page does not begin with the last row of the first",
      steps: [
        { goto: literal(path) },
        idle,
        { capture: { [last]: { text: at(rows - 1) } } },
        click(next),
        idle,
        { expect: { text: { target: at(0), is: `\${${last}}`, not: true } } },
        noErrors(problemsOf(site), site.login?.used ?? false),
      ],
      rank: 22,
    },
  ];
};

/** Once all is shown there is nothing more to ask for. */
const end = (site: SiteModel, paging: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === paging.pageId);
  if (!page || paging.end === null) return [];
  const next = turner(page, paging.next);
  // What the suite itself has made may be on one more.
  const times = paging.end.clicks + (paging.end.how === "gone" ? 1 : 0);
  return [
    {
      id: `paging-${paging.pageId}-end`,
      title: "Once all is shown there is no more to ask for",
      steps: [
        { goto: literal(paging.path) },
        idle,
        ...Array.from({ length: times }, (): StepDocument[] => [
          { click: next, when: { visible: next } },
          idle,
        ]).flat(),
        { expect: { hidden: next } },
      ],
      rank: 24,
    },
  ];
};

/** The page with the highest number in sight is the last, or at least one that has rows. */
const last = (site: SiteModel, paging: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === paging.pageId);
  if (!page || paging.kind === "more") return [];
  const numbered = [
    ...page.survey.links.map(({ text, target }) => ({ text, target })),
    ...page.survey.buttons.map(({ name, target }) => ({ text: name, target })),
  ].filter(({ text, target }) => target !== null && /^(?:page )?\d{1,3}$/i.test(text.trim()));
  const number = (text: string): number => Number(/\d+/.exec(text)?.[0] ?? 0);
  const highest = numbered.toSorted((a, b) => number(b.text) - number(a.text))[0];
  if (!highest?.target || number(highest.text) < 2) return [];
  return [
    {
      id: `paging-${paging.pageId}-last`,
      title: "The last page of the list has rows as well",
      steps: [
        { goto: literal(paging.path) },
        click(highest.target),
        { wait_for: "idle" },
        { expect: { count: { target: plain(paging.names), min: 1 } } },
      ],
      rank: 36,
    },
  ];
};

const MOST_PAGES = 6;

/** Where a list says in how many pages it is, all of these can be turned to, however many there are by then. */
const all = (site: SiteModel, paging: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === paging.pageId);
  const [said, number] = PAGE_OF.exec(page?.survey.text ?? "") ?? [];
  const pages = Number(number ?? 0);
  if (
    !page ||
    said === undefined ||
    paging.kind === "more" ||
    paging.numbered ||
    pages < 3 ||
    pages > MOST_PAGES
  )
    return [];
  const target = literalTarget(mainOf(page.survey));
  const [word, between] = said.split(/1|\d+$/).map((text) => escapeRegex(text)) as [string, string];
  const next = turner(page, paging.next);
  const turns = Array.from({ length: pages - 1 }, (): StepDocument => ({
    click: next,
    when: { enabled: next },
  }));
  // What the suite itself has made may be on one more.
  const further: StepDocument = {
    click: next,
    when: {
      enabled: next,
      text: { target, matches: String.raw`${word}(\d+)${between}(?!\1\b)\d` },
    },
  };
  // A list that all that is done adds to, such as a log, may have become longer than that.
  const known = Array.from({ length: pages }, (_, at) => at + 2).join("|");
  return [
    {
      id: `paging-${paging.pageId}-all`,
      title: "Each of the pages that the list says it has can be turned to",
      steps: [
        { goto: literal(paging.path) },
        idle,
        ...turns,
        further,
        {
          expect: { text: { target, matches: String.raw`${word}(\d+)${between}\1\b` } },
          when: { text: { target, matches: `${between}(?:${known})\\b` } },
        },
        { expect: { count: { target: plain(paging.names), min: 1 } } },
      ],
      rank: 35,
    },
  ];
};

const SHOWING = String.raw`\b1\s*(?:[-–]|to|bis)\s*(\d+)\s+(?:of|von|sur|de|di)\s+\1\b`;

/** "1–10 of 10" is all there is: then there is no further page. */
const saysAll = (site: SiteModel, paging: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === paging.pageId);
  if (!page || paging.kind === "more" || !new RegExp(SHOWING, "iu").test(page.survey.text)) return [];
  return [
    {
      id: `paging-${paging.pageId}-says`,
      title: "A list that goes on does not say that this is all of it",
      steps: [
        { goto: literal(paging.path) },
        { wait_for: "idle" },
        { expect: { enabled: literalTarget(paging.next) } },
        { expect: { text: { target: literalTarget(mainOf(page.survey)), matches: SHOWING, not: true } } },
      ],
      rank: 23,
    },
  ];
};

/** What all of it comes to is the same on each of its pages. */
const total = (site: SiteModel, { pageId, path, total: words, next }: SitePaging): Draft[] => {
  const page = site.pages.find(({ id }) => id === pageId);
  if (!page || words === undefined) return [];
  const target = literalTarget(mainOf(page.survey));
  const said = captureName("total_on", pageId);
  const pattern = String.raw`${escapeRegex(words)}\s*[:–-]?\s*(${valuePattern("money")})`;
  return [
    {
      id: `paging-${pageId}-total`,
      title: `"${short(words, 40)}" is of all pages, not of the one that is shown`,
      steps: [
        { goto: literal(path) },
        idle,
        { capture: { [said]: { text: target, match: pattern } } },
        click(next),
        idle,
        { expect: { text: { target, contains: `\${${said}}` } } },
      ],
      rank: 14,
    },
  ];
};

export const paging = defineOracle({
  id: "paging",
  joins: true,
  summary: "Pages of a list do not overlap, and going back shows the first again.",
  looks: true,
  applies: (site) => [
    ...site.pagings.flatMap((each) => ofWholes(site, each)),
    ...site.pagings
      .filter(
        ({ names }) =>
          names.role === "link" || names.column || /nth-child|\bh\d\b|^a\[/.test(names.css ?? ""),
      )
      .flatMap((each) => [
        draft(each, problemsOf(site), site.login?.used ?? false),
        ...end(site, each),
        ...last(site, each),
        ...all(site, each),
        ...saysAll(site, each),
        ...total(site, each),
      ]),
  ],
});
