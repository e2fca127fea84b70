import { relativeTo } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, headingOf, itemName, mainList, rowsOf, uncounted } from "#core/explore/lists/lists.ts";
import { isRound, stem } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { isToldByName, openedPages } from "#core/generate/records/item-pages.ts";
import { mayHideSome } from "#core/generate/records/may-hide-some.ts";
import { captureName, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";

/** Rows beyond this may be drawn only as one scrolls. */
const MOST_ROWS = 40;
/** A number that is off by more counts something else. */
const MOST_OFF = 5;

/** An item whose page was seen: the number in its row, the list on its page, and whether that page says itself how many these are. */
type Seen = {
  name: string;
  number: number;
  page: SitePage;
  list: SurveyCollection;
  isSaid: boolean;
  /** What the list is called does not say what it lists: the number on the page alone does. */
  isUncalled: boolean;
  /** What is listed there may be a part of it: the latest ten, or fewer than the page says itself. */
  isCut: boolean;
};

/** What a list lists where it is called by just one word: "Tickets", "Tickets (4)", "All tickets". */
const nounOf = (name: string): string | null =>
  /^(?:all |total |number of )?(\p{L}{4,})$/iu.exec(uncounted(name))?.[1] ?? null;

const isOf = (name: string, noun: string): boolean => stem(nounOf(name) ?? "") === stem(noun);

/** The number that the page says of these: "Tickets (4)", "4 tickets". */
const saidOf = ({ counters }: PageSurvey, noun: string): number[] =>
  counters.flatMap(({ text }) => {
    const [, before, number] = /^(\p{L}+):? \(?(\d{1,3})\)?$/u.exec(fold(text)) ?? [];
    const [, first, behind] = /^\(?(\d{1,3}) (\p{L}+)\)?$/u.exec(fold(text)) ?? [];
    const word = before ?? behind ?? "";
    return stem(word) === stem(noun) ? [Number(number ?? first)] : [];
  });

/** All of it is in sight, and it is known by more than its place among others. */
const isWhole = ({ target, paging, rows }: SurveyCollection): boolean =>
  target !== null &&
  paging === null &&
  rows <= MOST_ROWS &&
  !(typeof target === "object" && target.nth !== undefined);

/** The only list of the page that is called so. */
const listOf = ({ survey }: SitePage, noun: string): SurveyCollection | null => {
  const [list, ...others] = survey.collections.filter(({ name }) => isOf(name, noun));
  return list && others.length === 0 && isWhole(list) ? list : null;
};

/** What the page of the item lists, where no list is called so, and the page says how many it has: "2 tickets" above two rows. */
const saidListOf = ({ survey }: SitePage, noun: string, item: string): SurveyCollection | null => {
  const list = mainList(survey);
  const said = saidOf(survey, noun);
  const isAbout = survey.headings.some(({ text }) => uncounted(text) === item);
  const isListed = said.length > 0 && said.every((number) => number === list?.rows);
  const isOnly = survey.collections.every(({ name }) => !isOf(name, noun));
  return list && isAbout && isListed && isOnly && isWhole(list) ? list : null;
};

const seenItems = (site: SiteModel, list: SurveyCollection, at: number, noun: string): Seen[] => {
  const pages = openedPages(site);
  return list.items.flatMap((item): Seen[] => {
    const name = itemName(item);
    const href = item.links[0]?.href;
    const page = href === undefined ? undefined : pages.get(relativeTo(site.origin, href));
    const called = page ? listOf(page, noun) : null;
    const own = called ?? (page ? saidListOf(page, noun, name) : null);
    // A number alone is the count itself, as the only link of its row.
    if (!page || !own || !/\p{L}/u.test(name) || !isToldByName(list, name)) return [];
    const said = saidOf(page.survey, noun);
    const isSaid = said.length > 0 && said.every((number) => number === own.rows);
    const number = Number(item.cells[at]);
    const isCut = number > own.rows && (isRound(own.rows) || said.includes(number));
    return [{ name, number, page, list: own, isSaid, isUncalled: called === null, isCut }];
  });
};

/** The rows show what the column counts: not fewer are right, by several numbers, and the pages of the others show all they have. */
const isProven = (site: SiteModel, right: Seen[], wrong: Seen[]): boolean =>
  new Set(right.map(({ number }) => number)).size > 1 &&
  right.length >= wrong.length &&
  wrong.every(({ page }) => !mayHideSome(page, site));

/** The item whose number is looked at: one that is wrong, where it can but count what its page lists, else the one with most. */
const pick = (seen: Seen[], site: SiteModel): Seen | null => {
  const right = seen.filter(({ number, list }) => number === list.rows && number > 0);
  const off = ({ number, list }: Seen): number => Math.abs(number - list.rows);
  // What was changed since the list was read is off by little.
  const wrong = seen.filter((each) => off(each) > 0).toSorted((a, b) => off(b) - off(a));
  const said = seen.filter(({ isSaid, isUncalled }) => isSaid && !isUncalled);
  const isSure = new Set(right.map(({ number }) => number)).size > 1 || (right.length > 0 && said.length > 0);
  const [worst] = wrong;
  if (!worst) return isSure ? (right.toSorted((a, b) => b.number - a.number)[0] ?? null) : null;
  const isTold = wrong.every(({ isSaid }) => isSaid);
  if (isTold && isProven(site, right, wrong)) return worst;
  if (wrong.some(({ isUncalled }) => isUncalled)) return null;
  if (wrong.some((each) => off(each) > MOST_OFF)) return null;
  // What the page says itself of all it lists is no part of it that is shown there.
  if (isTold && (isSure || said.length > 1)) return worst;
  if (worst.isCut || mayHideSome(worst.page, site)) return null;
  return wrong.length === 1 && isSure && right.length > 2 ? worst : null;
};

const drafts = (site: SiteModel, page: SitePage): Draft[] => {
  const list = mainList(page.survey);
  if (!isByAddress(page) || /[?]|:id/.test(page.pattern) || list?.kind !== "table") return [];
  return list.columns.flatMap((_, at): Draft[] => {
    const column = headingOf(list, at);
    const noun = column === null ? null : nounOf(column);
    if (
      column === null ||
      noun === null ||
      !list.items.every(({ cells }) => /^\d{1,3}$/.test(fold(cells[at] ?? "")))
    )
      return [];
    const item = pick(seenItems(site, list, at, noun), site);
    const rows = item ? rowsOf(item.list) : null;
    if (!item || !rows) return [];
    const name = captureName("number_of", `${page.id}-${noun.toLowerCase()}`);
    const row = { role: "row", name: literal(item.name), within: literalTarget(list.target ?? "") };
    return [
      {
        id: `column-${page.id}-${noun.toLowerCase()}`,
        title: `The number below "${short(column, 20)}" is that of what the page of "${short(item.name, 30)}" lists`,
        steps: [
          ...openPage(page),
          idle,
          {
            capture: { [name]: { text: { column: literal(column), within: row }, match: String.raw`(\d+)` } },
          },
          { goto: literal(item.page.path) },
          idle,
          { expect: { count: { target: literalTarget(rows), is: `\${${name}}` } } },
        ],
        rank: 18,
      },
    ];
  });
};

export const columnCounts = defineOracle({
  id: "column-counts",
  joins: true,
  summary: 'A number below "Orders" in a list is that of the orders which the page of that item lists.',
  looks: true,
  applies: (site) => site.pages.flatMap((page) => drafts(site, page)),
});
