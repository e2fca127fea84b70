import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import { LATE_MS } from "#core/explore/pages/late-limits.ts";
import { NONSENSE } from "#core/explore/probes/probe-search.ts";
import { itemName, mainList } from "#core/explore/lists/lists.ts";
import { isLog } from "#core/generate/logs.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { gone, shows } from "#core/generate/records/found-items.ts";
import { otherCase } from "#core/generate/other-case.ts";
import { oneIsNoSeveral } from "#core/generate/counts/plural-words.ts";
import { anyCase, idle, literal, problemsOf, searchFor, short, withoutFaults } from "#core/generate/steps.ts";

/** A search that takes longer is one that people give up. */
const SOON = `${LATE_MS / 1000}s`;

/** A search that is started by Enter or a button has a page to answer with, which the step waits for. */
const searchSoon = (search: SiteSearch, value: string): StepDocument[] =>
  searchFor(search, value).map((step) =>
    typeof step === "object" && !("fill" in step) ? { ...step, timeout: SOON } : step,
  );

const MOST_BEGINNING = 3;
const LEAST_NAME = 3;

/** What the word begins with, and so do or hold rows that the word itself does not find. */
const beginningOf = ({ pages }: SiteModel, { pageId, term }: SiteSearch): string | null => {
  const survey = pages.find(({ id }) => id === pageId)?.survey;
  const rows = (survey ? mainList(survey)?.items : undefined)?.map(({ text }) => text.toLowerCase()) ?? [];
  const finds = (word: string): number => rows.filter((row) => row.includes(word.toLowerCase())).length;
  const beginnings = Array.from({ length: MOST_BEGINNING }, (_, at) => term.slice(0, MOST_BEGINNING - at));
  return beginnings.find((word) => word.length < term.length && finds(word) > finds(term)) ?? null;
};

/** Asked for twice in a row, the page shows what was asked for last, whichever answer comes last. */
const inTurn = (site: SiteModel, search: SiteSearch): Draft[] => {
  const { asks, plain, rowTarget, term, path, pageId } = search;
  const beginning = beginningOf(site, search);
  if (asks === null || !plain || !rowTarget || beginning === null || path.includes("?")) return [];
  return [
    {
      id: `search-${pageId}-in-turn`,
      title: "What was typed last is what is looked for, even if an earlier answer comes later",
      steps: [
        { goto: literal(path) },
        ...searchFor(search, beginning),
        { wait_for: { request: { url: `${asks}=${beginning}` } } },
        ...searchFor(search, term),
        { wait_for: "idle" },
        { expect: { each: { target: rowTarget, matches: anyCase(term) } } },
      ],
      rank: 30,
    },
  ];
};

/**
 * All is there again: of a list in pages as many as there were on a page, since what is made meanwhile may move the item to
 * the next; more, where there was room for what is made. Else an item that the word does not find, which only the whole list has.
 */
const restored = ({ pages }: SiteModel, search: SiteSearch): StepDocument[] => {
  const survey = pages.find(({ id }) => id === search.pageId)?.survey;
  const list = survey ? mainList(survey) : null;
  const { rowTarget, rows, item, term } = search;
  if (list?.paging?.next && rowTarget && rows.before > 1)
    return [{ expect: { count: { target: rowTarget, min: rows.before } } }];
  const isLeft = (text: string): boolean => !text.toLowerCase().includes(term.toLowerCase());
  const other = list?.items.find((each) => isLeft(each.text) && itemName(each).length >= LEAST_NAME);
  return [shows(search, item), ...(other && search.plain ? [shows(search, itemName(other))] : [])];
};

const cases = (site: SiteModel, search: SiteSearch): Draft[] => {
  const { pageId, path, term, item, rowTarget, plain, inPlace } = search;
  const open: StepDocument = { goto: literal(path) };
  const page = site.pages.find(({ id }) => id === pageId);
  const all: StepDocument | null =
    plain && rowTarget ? { expect: { each: { target: rowTarget, matches: anyCase(term) } } } : null;
  const moves = all !== null && page !== undefined && isLog(page);
  const there = moves ? all : shows(search, item);
  const steps: StepDocument[] = [
    open,
    ...searchSoon(search, term),
    there,
    ...(page && !search.away ? oneIsNoSeveral(page) : []),
  ];
  if (all && !moves) steps.push(all);
  const other = otherCase(term);
  const back = search.away ? [open] : [];
  // A number is looked for as it is written.
  const isWritten = /\d/.test(term);
  const again =
    search.suggests || isWritten || other === null ? [] : [...back, ...searchSoon(search, other), there];
  const none = [...back, ...searchSoon(search, NONSENSE), gone(search, item)];
  if (search.endless !== undefined)
    none.push({ expect: { hidden: { text: literal(search.endless), exact: true } } });
  // The same is found once more: an app that draws the page anew for that would take what is typed meanwhile along.
  const drawn = search.suggests || search.away ? [] : [idle];
  // Where the list changes as one types, what is looked for again must have gone meanwhile.
  steps.push(...(inPlace ? [...none, ...again] : [...again, ...drawn, ...none]));
  if (inPlace) steps.push(...searchFor(search, ""), ...restored(site, search));
  const what = inPlace
    ? "narrows the list, and clearing it restores the list"
    : "finds what contains the word";
  const drafts: Draft[] = [
    {
      id: `search-${pageId}`,
      title: `Searching for "${short(term, 20)}"${again.length === 0 ? "" : " in upper or lower case"} ${what}`,
      steps,
      rank: 10,
    },
  ];
  if (search.suggests) return drafts;
  // To refuse such a search is an answer as well.
  const answered = withoutFaults(problemsOf(site), site.login?.used ?? false, [
    " 400",
    " 422",
    "console error:",
  ]);
  drafts.push(...inTurn(site, search));
  drafts.push({
    id: `search-${pageId}-markup`,
    title: "Markup and signs that are searched for are text, and do no harm",
    steps: [
      open,
      ...searchFor(search, "<samp>markup</samp>"),
      { wait_for: "idle" },
      { expect: { count: { target: { css: "samp" }, is: 0 } } },
      answered,
      ...back,
      ...searchFor(search, `O'Neil "50%" ([*\\`),
      { wait_for: "idle" },
      answered,
    ],
    rank: 31,
  });
  return drafts;
};

export const search = defineOracle({
  id: "search",
  joins: true,
  summary:
    "Search results come within 4 s and contain the term, what no item contains is not found, and clearing restores the list.",
  looks: true,
  applies: (site) => site.searches.filter(({ found }) => found).flatMap((search) => cases(site, search)),
});
