import { withoutQuery } from "#core/explore/pages/address.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Act } from "#core/explore/controls/leads-back.ts";
import { hasLoaded, leadsBack } from "#core/explore/controls/leads-back.ts";
import { isShown, leadsOn } from "#core/explore/controls/leads-on.ts";
import { fold, isOfItems, mainList, rowsOf, sameList, termOf, textsOf } from "#core/explore/lists/lists.ts";
import { untilLoaded } from "#core/explore/pages/loading.ts";
import { isOfChoices } from "#core/explore/lists/facet-links.ts";
import type { Wanted } from "#core/explore/items/wanted-item.ts";
import { besideOf, codeOf, firstWordOf, sharedWordOf } from "#core/explore/lists/search-terms.ts";
import { rowsWith, wantedElsewhere, wantedItem } from "#core/explore/items/wanted-item.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, beginStep, here, spend } from "#core/explore/pages/walk.ts";
import { SEARCH } from "#core/explore/words.ts";

import {
  explained,
  isFewActions,
  isFewLinks,
  isInDialogOver,
  isMenu,
  isOfThisPage,
  isSuggested,
} from "#core/explore/lists/search-doubts.ts";
/** A word that no list contains. */
export const NONSENSE = "zqxwvkj";

/** Where the number of the page is typed that a list is to turn to. */
const TURNS = /^(?:(?:current|go to) )?page(?: number| no\.?)?(?: of \d+)?:?$/i;

export const searchFields = (survey: PageSurvey): { form: SurveyForm; field: SurveyField }[] =>
  survey.forms.flatMap((form) => {
    const texts = form.fields.filter(({ type, name, disabled, read_only, target }) => {
      const isText = /^(?:search|text|combobox)$/.test(type) && !TURNS.test(name.trim());
      return !disabled && !read_only && target !== null && isText;
    });
    const field =
      texts.find(({ type }) => type === "search") ?? texts.find(({ name }) => SEARCH.test(name)) ?? texts[0];
    const isSearch = form.purpose === "search" || field?.type === "search";
    return field && isSearch ? [{ form, field }] : [];
  });

type Trigger = SiteSearch["trigger"];

const ANSWER_TIMEOUT = 12_000;

const fill = async (walk: Walk, field: SurveyField, value: string): Promise<boolean> => {
  if (!field.target || !spend(walk)) return false;
  const done = await walk.session.page.act(field.target, { kind: "fill", value }, { timeoutMs: ACT_TIMEOUT });
  return done.ok;
};

const startOf = (field: Target, trigger: Trigger): Act[] => {
  if (trigger === "typing") return [];
  return trigger === "enter"
    ? [[field, { kind: "press", key: "Enter" }]]
    : [[trigger.submit, { kind: "click" }]];
};

const start = async (walk: Walk, field: SurveyField, trigger: Trigger): Promise<boolean> => {
  if (trigger === "typing") return true;
  if (!field.target || !spend(walk)) return false;
  // The page that comes is part of the act.
  const wait = { timeoutMs: ANSWER_TIMEOUT };
  const { page } = walk.session;
  const done =
    trigger === "enter"
      ? await page.act(field.target, { kind: "press", key: "Enter" }, wait)
      : await page.act(trigger.submit, { kind: "click" }, wait);
  return done.ok;
};

/** Everything to read and to follow, as far as it can tell that something came up. */
const shownBy = ({ headings, links, collections }: PageSurvey): string =>
  JSON.stringify([
    headings,
    links.map(({ href }) => href),
    collections.map(({ items }) => items.map(({ text }) => text)),
  ]);

/** A single result is no list, and may have no link either. */
const timesIn = ({ text }: PageSurvey, item: string): number => fold(text).split(item).length - 1;

/** The list that holds the results: the one that was searched, else the one that shows the item. */
const resultsIn = (
  survey: PageSurvey,
  before: SurveyCollection | null,
  item: string,
): SurveyCollection | null => {
  const same = before ? sameList(survey, before) : null;
  const showing = survey.collections.find(
    (list) => !isOfChoices(survey.url, list) && list.items.some(({ text }) => fold(text).includes(item)),
  );
  return same && textsOf(same).includes(item) ? same : (showing ?? same);
};

/** The list with the row of the item alone, where that is all that is left of it. */
const onlyRow = async (
  walk: Walk,
  survey: PageSurvey,
  before: SurveyCollection,
  item: string,
): Promise<SurveyCollection | null> => {
  const rows = rowsOf(before);
  if (!rows) return null;
  const { page } = walk.session;
  const count = await page.read(rows, "count", { timeoutMs: 1_000 });
  if (!count.ok || Number(count.value) !== 1) return null;
  const shown = await page.read(rows, "text", { timeoutMs: 1_000 });
  const items = before.items.filter(({ text }) => fold(text).includes(item)).slice(0, 1);
  const paging = before.paging && isShown(survey, before.paging.next) ? before.paging : null;
  return shown.ok && fold(shown.value).includes(item) ? { ...before, items, paging, rows: 1 } : null;
};

/**
 * The results as what fitted the list before the search, where that still fits them: what few results are known by, such as
 * being the only list, may not be so once all is shown again.
 */
const asBefore = async (
  walk: Walk,
  results: SurveyCollection,
  { target, kind }: SurveyCollection,
  item: string,
): Promise<SurveyCollection> => {
  if (target === null || kind !== results.kind || JSON.stringify(target) === JSON.stringify(results.target))
    return results;
  const shown = await walk.session.page.read(target, "text", { timeoutMs: 1_000 });
  return shown.ok && fold(shown.value).includes(item) ? { ...results, target } : results;
};

/** Looks for an item of the list by a word of its name. Null when nothing on the page could be looked for, or nothing came of it. */
export const probeSearch = async (
  walk: Walk,
  page: SitePage,
  form: SurveyForm,
  field: SurveyField,
): Promise<SiteSearch | null> => {
  // The longest word may be one that is not looked at: what an item begins with is its name more often. A list of one row looks
  // like none: what several rows say leaves a list. Rows that are known by a number are looked for by somebody's name beside it.
  const picks = [termOf, firstWordOf, sharedWordOf(page), besideOf(page), codeOf];
  const own = picks.flatMap((pick) => wantedItem(mainList(page.survey), pick) ?? []);
  // What another list has is looked for where this one has nothing to look for.
  const all = own.length > 0 ? own : picks.flatMap((pick) => wantedElsewhere(walk, pick) ?? []);
  const each = new Map(all.map((wanted) => [`${wanted.item}\n${wanted.term}`, wanted]));
  let first: SiteSearch | null = null;
  for (const wanted of each.values()) {
    const found = await searchWith(walk, page, form, field, wanted);
    if (found === null || found.found) return found ?? first;
    // A search that minds capitals is one all the same.
    const low = wanted.term.toLowerCase();
    const minds = first === null && low !== wanted.term;
    const again = minds ? await searchWith(walk, page, form, field, { ...wanted, term: low }) : null;
    if (again?.found) return again;
    first ??= found;
  }
  return first;
};

/** The parameter in which the page has asked for just this word since the step began. */
const askedBy = ({ session }: Walk, mark: number, term: string): string | null => {
  for (const { method, url, same_origin: own } of evidenceSince(session.evidence, mark).requests) {
    const found = [...new URL(url).searchParams].find(([, value]) => value === term);
    if (method === "GET" && own && found) return found[0];
  }
  return null;
};

/** The address has another path, or another word where it had one: `do=search` for `do=recent`. */
const isAnotherPage = (before: string, now: string, term: string): boolean => {
  if (withoutQuery(before) !== withoutQuery(now)) return true;
  const queryOf = (path: string): URLSearchParams =>
    new URLSearchParams(path.slice(withoutQuery(path).length));
  const there = queryOf(now);
  return [...queryOf(before)].some(([key, value]) => {
    const other = there.get(key) ?? "";
    return ![value, other].includes("") && other !== value && other !== term && !/\d/.test(value);
  });
};

const searchWith = async (
  walk: Walk,
  page: SitePage,
  form: SurveyForm,
  field: SurveyField,
  { item, term }: Wanted,
): Promise<SiteSearch | null> => {
  const opened = await open(walk, page.path);
  if (!opened.ok) return null;
  const before = mainList(opened.survey);
  const inPlace = before !== null && textsOf(before).includes(item);
  if (before !== null && isMenu(walk, page, before)) return null;
  if (await isInDialogOver(walk, opened.survey, form, item)) return null;
  const address = here(walk);
  // What the page itself still asks for is not the search.
  const mark = beginStep(walk);
  if (!(await fill(walk, field, term))) return null;

  let trigger: Trigger | null = null;
  let survey = await lookAnswered(walk);
  const changed = (after: PageSurvey | null): boolean =>
    after !== null &&
    (here(walk) !== address || textsOf(before && sameList(after, before)) !== textsOf(before));
  if (changed(survey)) trigger = "typing";
  const ways: Trigger[] = ["enter", ...(form.submit?.target ? [{ submit: form.submit.target }] : [])];
  for (const way of trigger ? [] : ways) {
    if (!(await start(walk, field, way))) continue;
    survey = await lookAnswered(walk);
    if (!changed(survey)) continue;
    trigger = way;
    break;
  }
  if (!survey) return null;
  const asks = trigger === "typing" ? askedBy(walk, mark, term) : null;
  const addressed =
    trigger !== null && [...new URL(walk.session.page.url()).searchParams.values()].includes(term);
  const loads = hasLoaded(walk, mark);
  const leaves =
    trigger !== null && trigger !== "typing" && isAnotherPage(address ?? "", here(walk) ?? "", term);
  const key = JSON.stringify(field.target);
  const isAway =
    leaves &&
    survey.forms.every(({ fields }) => fields.every(({ target }) => JSON.stringify(target) !== key));
  const common = {
    pageId: page.id,
    path: page.path,
    field,
    term,
    item,
    asks,
    ...(addressed && { addressed: true as const }),
    ...(isAway && { away: true as const }),
  };
  if (!trigger && (await isSuggested(walk, item))) {
    const rows = { before: 0, term: 1, nonsense: 0 };
    return {
      ...common,
      trigger: "typing",
      suggests: true,
      results: null,
      rowTarget: null,
      plain: false,
      found: true,
      rows,
      inPlace: false,
    };
  }
  // A single row that is left of a list of items looks like no list any more.
  const results =
    resultsIn(survey, before, item) ?? (inPlace ? await onlyRow(walk, survey, before, item) : null);
  const list = inPlace && results && before ? await asBefore(walk, results, before, item) : results;
  const found =
    list !== null
      ? textsOf(list).includes(item)
      : inPlace && trigger === "typing" && fold(survey.text).includes(item);
  // Nothing moved: either the list ignores the search, which is worth a case, or the field is for something else.
  if (!trigger && !(inPlace && found && isOfThisPage(walk, page, field))) return null;
  // What was looked for is shown elsewhere: then this list is not what is searched.
  const isElsewhere =
    shownBy(survey) !== shownBy(opened.survey) ||
    (item !== term && timesIn(survey, item) > timesIn(opened.survey, item));
  if (!trigger && isElsewhere) return null;
  const isIgnored = trigger === null;
  // Lines of a text are not what is searched, nor are a few bare links: tabs or a menu.
  if (isIgnored && (list === null || !isOfItems(list) || isFewLinks(list) || isFewActions(list))) return null;
  trigger ??= "typing";
  const strays = list
    ? list.items.filter(({ text }) => !text.toLowerCase().includes(term.toLowerCase()))
    : [];
  const plain =
    list !== null &&
    rowsWith(list, term) > 0 &&
    (strays.length === 0 || !(await explained(walk, strays, term)));

  const again = await open(walk, page.path);
  const asked = walk.timeLeft();
  const typed = again.ok && (await fill(walk, field, NONSENSE)) && (await start(walk, field, trigger));
  const answered = typed ? await lookAnswered(walk) : null;
  const waited = answered ? await untilLoaded(walk, asked, answered, () => look(walk)) : null;
  const nothing = waited?.survey ?? null;
  const endless = waited?.slow ?? null;
  // The same, where what was looked for is shown so late that only the next word brings it up.
  if (isIgnored && again.ok && (nothing === null || shownBy(nothing) !== shownBy(again.survey))) return null;
  const rest = nothing && list ? sameList(nothing, list) : null;
  // One result on a page of its own makes no list: the page's own part has it, and not where nothing is found.
  const isLed = list === null && leaves && nothing !== null && saysIt(survey, item) && !saysIt(nothing, item);
  const back =
    addressed && inPlace && !leaves && !loads && field.target
      ? await leadsBack(walk, page, [
          [field.target, { kind: "fill", value: term }],
          ...startOf(field.target, trigger),
        ])
      : null;
  const isWhole = list !== null && leadsOn(survey, list.paging?.next ?? null) === null;
  return {
    ...common,
    trigger,
    suggests: false,
    results: list?.target ?? (isLed && survey.landmarks.includes("main") ? { role: "main" } : null),
    rowTarget: list ? rowsOf(list) : null,
    plain,
    found: found || isLed,
    ...(endless !== null && { endless }),
    rows: { before: before?.rows ?? 0, term: list?.rows ?? 0, nonsense: rest?.rows ?? 0 },
    // Of a page of its own nobody knows what it shows where nothing is looked for.
    inPlace: inPlace && !leaves,
    ...(back === "page" && { leadsBack: true as const }),
    ...(isWhole && { said: survey.counters.map(({ text }) => fold(text)) }),
  };
};

const saysIt = ({ text }: PageSurvey, item: string): boolean => fold(text).includes(item);
