import type { SitePaging } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { nameIn } from "#core/explore/controls/leads-on.ts";
import {
  cellsByPlace,
  cellsOf,
  fold,
  isUnique,
  itemName,
  nameColumnOf,
  namesOf,
  rowsOf,
  sameList,
} from "#core/explore/lists/lists.ts";
import { isDay } from "#core/explore/forms/values.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isMenu } from "#core/explore/lists/search-doubts.ts";
import { totalOfPage } from "#core/explore/lists/page-total.ts";
import { stateOf } from "#core/explore/pages/state-of.ts";
import { turnsPeriod } from "./probe-periods.ts";
import { lookSteadily, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, here, isThorough, spend } from "#core/explore/pages/walk.ts";

const ASKS_FOR_MORE =
  /^(?:show|load|view|see|display)\s+(?:\d+ )?more\b|^(?:\d+ )?more(?:$|\W*$| (?:results?|items?|entries|rows|posts?|comments?|reviews?|news)\b)|\bmehr\b|\bweitere\b|\bplus\b|\bm[áa]s\b|\baltri\b/i;

/** What chooses: fields, what sends them, and other controls, each as a target. */
const choosersIn = ({ forms, buttons, links }: PageSurvey): Target[] =>
  [
    ...forms.flatMap(({ fields, submit }) => [...fields, ...(submit ? [submit] : [])]),
    ...buttons,
    ...links,
  ].flatMap(({ target }) => (target === null ? [] : [target]));

/** What chooses on the first page, and is on the next as well. */
const keptOn = (first: PageSurvey, next: PageSurvey): Target[] => {
  const there = new Set(choosersIn(next).map((target) => JSON.stringify(target)));
  return choosersIn(first).filter((target) => there.has(JSON.stringify(target)));
};

/** As few rows as this are kept on top of each page. */
const MOST_KEPT = 3;

/** What a row is called and all that it says: two lines of an account may bear one name. */
const wholly = (item: SurveyCollection["items"][number]): string => `${itemName(item)}\n${item.text}`;

/** How many rows stand on top of both pages, and at the end of both, such as what is pinned and a total; none where the rest is the same. */
const keptRows = (here: string[], there: string[]): { top: number; end: number } => {
  const differs = here.findIndex((name, at) => name !== there[at]);
  const top = differs < 0 || differs > MOST_KEPT ? 0 : differs;
  const end = here.at(-1) === there.at(-1) && Math.min(here.length, there.length) > top + 1 ? 1 : 0;
  const rest = (names: string[]): string => names.slice(top, names.length - end).join("\n");
  return rest(here) === rest(there) ? { top: 0, end: 0 } : { top, end };
};

const withoutKept = (list: SurveyCollection, { top, end }: { top: number; end: number }): SurveyCollection =>
  top + end === 0 ? list : { ...list, items: list.items.slice(top, list.items.length - end) };

/** Turns one page of a list. Null when rows cannot be told from each other, or the control does not turn pages. */
export const probePaging = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
): Promise<SitePaging | null> => {
  const next = list.paging?.next;
  const names = namesOf(list);
  if (!next || !list.target || !names) return null;
  const opened = await open(walk, page.path);
  if (!opened.ok) return null;
  // What was done on other pages meanwhile may show here.
  const fresh = sameList(opened.survey, list) ?? list;
  const first = fresh.items.map((item) => (names.role === "link" ? itemName(item) : item.text));
  if (!isUnique(first) || !spend(walk)) return null;
  const address = here(walk);
  const turned = await walk.session.page.act(next, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  if (!turned.ok) return null;
  const survey = await lookAnswered(walk);
  const now = survey ? sameList(survey, list) : null;
  if (!survey || !now || turnsPeriod(opened.survey, survey, next)) return null;
  const shown = now.items.map((item) => (names.role === "link" ? itemName(item) : item.text));
  // The rows are what they were, and something else on the page is not: the control is for that.
  const isElsewhere = stateOf(survey) !== stateOf(opened.survey);
  const turns = here(walk) !== address || Boolean(now.paging?.previous);
  if (isElsewhere && !turns && shown.join("\n") === first.join("\n")) return null;
  const more = shown.length > first.length && first.every((name) => shown.includes(name));
  const onBoth = more ? { top: 0, end: 0 } : keptRows(fresh.items.map(wholly), now.items.map(wholly));
  const telling =
    names.role === "link" ? names : tellingOf(withoutKept(list, onBoth), withoutKept(now, onBoth));
  if (!telling) return null;
  // Nothing came of it: what it promises is to be seen all the same.
  const isSame = shown.join("\n") === first.join("\n");
  // What stands just so on other pages is a menu beside what is turned.
  if (isSame && !ASKS_FOR_MORE.test(nameIn(next)) && isMenu(walk, page, list)) return null;
  const isMore = more || (isSame && ASKS_FOR_MORE.test(nameIn(next)));
  const links = isMore ? linksOf(list) : null;
  const end = more ? await askForAll(walk, list, next) : null;
  const [before, after] = [
    { survey: opened.survey, list: fresh },
    { survey, list: now },
  ];
  const total = isMore ? null : totalOfPage(before, after);
  return {
    pageId: page.id,
    path: page.path,
    list: list.target,
    next,
    previous: now.paging?.previous ?? null,
    numbered: list.paging?.numbered ?? false,
    kind: isMore ? "more" : "replace",
    end,
    links,
    names: telling,
    rows: fresh.rows,
    ...(onBoth.top + onBoth.end > 0 && { onBoth }),
    ...(total !== null && { total }),
    kept: keptOn(opened.survey, survey),
  };
};

/** The link that each row has, where all lead to addresses of their own. */
const linksOf = (list: SurveyCollection): TargetObject | null => {
  const hrefs = list.items.map(({ links }) => links[0]?.href);
  if (hrefs.includes(undefined) || new Set(hrefs).size < hrefs.length || list.target === null) return null;
  if (list.kind !== "table") {
    const named = list.named?.endsWith("a[href]") ? { css: list.named, within: list.target } : null;
    return list.items.every(({ links }) => links.length === 1)
      ? { role: "link", within: list.target }
      : named;
  }
  const names = list.items.map(({ links }) => fold(links[0]?.text ?? ""));
  const width = list.items[0]?.cells.length ?? 0;
  const at = Array.from({ length: width }, (_, column) => column).find((column) =>
    list.items.every(({ cells }, row) => names[row] !== "" && fold(cells[column] ?? "") === names[row]),
  );
  return at === undefined ? null : cellsByPlace(list, at, "a[href]");
};

const MOST_CLICKS = 6;

/** Asks for more until the control is gone, or nothing comes of it although it is there and can be used. */
const askForAll = async (walk: Walk, list: SurveyCollection, next: Target): Promise<SitePaging["end"]> => {
  if (!isThorough(walk)) return null;
  const key = JSON.stringify(next);
  const controlIn = ({ buttons, links }: PageSurvey): { disabled: boolean } | undefined =>
    buttons.find(({ target }) => JSON.stringify(target) === key) ??
    (links.some(({ target }) => JSON.stringify(target) === key) ? { disabled: false } : undefined);
  let survey = await lookSteadily(walk);
  for (let clicks = 1; survey && clicks <= MOST_CLICKS; clicks += 1) {
    const control = controlIn(survey);
    if (!control) return { clicks, how: "gone" };
    if (control.disabled || !spend(walk)) return null;
    const asked = await walk.session.page.act(next, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    const now = asked.ok ? await lookSteadily(walk) : null;
    if (!now) return null;
    const isSame = now.text === survey.text && sameList(now, list)?.rows === sameList(survey, list)?.rows;
    // What says that this was all stays for who looks for it.
    if (isSame) return controlIn(now)?.disabled === false ? { clicks, how: "stays" } : null;
    survey = now;
  }
  return null;
};

const textsIn = ({ items }: SurveyCollection, at: number): string[] =>
  items.map(({ cells }) => (cells[at] ?? "").trim());

const CLOCK = /\b\d{1,2}:\d{2}\b/;

/**
 * What tells the rows of two pages of a table from each other: its first column with words, unless two rows that differ
 * otherwise share a text there, as people share names; where no column does, the rows as a whole.
 */
const tellingOf = (list: SurveyCollection, next: SurveyCollection): TargetObject | null => {
  const first = namesOf(list);
  if (list.kind !== "table") return first;
  const rows = new Set(list.items.map(({ text }) => text));
  const width = list.items[0]?.cells.length ?? 0;
  if (next.items.some(({ text }) => rows.has(text))) {
    const named = textsIn(list, nameColumnOf(list));
    return isUnique(named) && !named.every(isDay) ? first : rowsOf(list);
  }
  const index = Array.from({ length: width }, (_, at) => at).find((at) => {
    const [here, there] = [textsIn(list, at), textsIn(next, at)];
    return (
      here.every((text) => /[\p{L}\d]/u.test(text)) &&
      // What is done at the same time has one and the same there.
      !here.every((text) => CLOCK.test(text)) &&
      isUnique(here) &&
      !there.some((text) => here.includes(text))
    );
  });
  return index === undefined ? rowsOf(list) : cellsOf(list, index);
};
