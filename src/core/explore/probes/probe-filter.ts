import { tabOf, withoutQuery } from "#core/explore/pages/address.ts";
import type { FilterOption, SiteFilter } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import type { Act } from "#core/explore/controls/leads-back.ts";
import { hasLoaded, leadsBack } from "#core/explore/controls/leads-back.ts";
import { clearIn } from "#core/explore/lists/clear-filters.ts";
import { fewRows } from "#core/explore/lists/few-rows.ts";
import { hasToNarrow } from "#core/explore/lists/has-to-narrow.ts";
import { isShown, leadsOn } from "#core/explore/controls/leads-on.ts";
import {
  fold,
  isUnique,
  itemName,
  isOneOfSeveral,
  mainList,
  rowsOf,
  sameList,
} from "#core/explore/lists/lists.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { isSameField } from "#core/explore/forms/refusal.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { loadingIn, untilLoaded } from "#core/explore/pages/loading.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, beginStep, here, isThorough, spend } from "#core/explore/pages/walk.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { filterFields } from "./filter-fields.ts";
import { MOST_TABS, choicesBesideAll, numberOfTab, tabsOf } from "./filter-tabs.ts";

const MOST_OPTIONS = 8;
/** Of what a list has besides its first. */
const MOST_FURTHER = 4;
const namesIn = (survey: PageSurvey | null, list: SurveyCollection): string[] =>
  (survey ? sameList(survey, list) : null)?.items.map((item) => itemName(item)) ?? [];

const textsIn = (survey: PageSurvey | null, list: SurveyCollection): string[] =>
  (survey ? sameList(survey, list) : null)?.items.map(({ text }) => fold(text)) ?? [];

/** What a choice has brought up, once it no longer says that it loads; `slow`: the words that it still said after 10 s. */
type Chosen = { survey: PageSurvey; slow: string | null };

const chosenOn = async (walk: Walk): Promise<Chosen | null> => {
  const survey = await lookAnswered(walk);
  return survey && untilLoaded(walk, walk.timeLeft(), survey, () => look(walk));
};

const seenAs = async (
  walk: Walk,
  label: string,
  { survey, slow }: Chosen,
  list: SurveyCollection,
): Promise<FilterOption> => {
  const shown = sameList(survey, list);
  const few = shown ? null : await fewRows(walk, list);
  const texts = few?.texts ?? textsIn(survey, list);
  const wanted = (numberOfTab(label)?.name ?? label).toLowerCase();
  const strays = texts.filter((text) => !text.toLowerCase().includes(wanted));
  const partly = strays.length < texts.length;
  const turner = list.paging?.next ?? null;
  const turnsStill = few !== null && isShown(survey, turner) && leadsOn(survey, turner) !== null;
  return {
    label,
    target: null,
    names: few?.names ?? namesIn(survey, list),
    rows: shown || few ? rowsOf(shown ?? list) : null,
    next: leadsOn(survey, shown?.paging?.next ?? null),
    carried: texts.length > 0 && strays.length === 0,
    clear: null,
    partly,
    strays: partly ? strays : [],
    cells: shown?.items.map(({ cells }) => cells.map(fold)) ?? [],
    said: survey.counters.map(({ text }) => fold(text)),
    address: null,
    problems: [],
    ...(turnsStill && { turnsStill }),
    ...(slow !== null && loadingIn(survey) !== null && { endless: slow }),
  };
};

/** A choice with an address of its own, which does not show all that was there before. */
const awayFrom = (before: string[], options: FilterOption[]): FilterOption | undefined =>
  options.find(({ address, names }) => address !== null && before.some((name) => !names.includes(name)));

/** Chooses the options of a select one by one, and tells what the list then shows. Null when none changes it. */
const probeSelectFilter = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  form: SurveyForm,
  field: SurveyField,
  most: number,
): Promise<SiteFilter | null> => {
  if (!field.target || !list.target) return null;
  const before = namesIn(page.survey, list);
  const options: FilterOption[] = [];
  let apply: SiteFilter["apply"] = null;
  let isOpen = false;
  let loads = false;
  let last = before;
  for (const label of field.options.slice(0, most)) {
    if (label === field.value || fold(label) === "" || walk.over()) continue;
    // Where the choice stays on the page, the next is made from there, as the cases do.
    if (!isOpen) last = before;
    isOpen ||= (await open(walk, page.path)).ok;
    if (!isOpen || !spend(walk)) return null;
    const start = here(walk);
    const mark = beginStep(walk);
    const chosen = await walk.session.page.act(
      field.target,
      { kind: "select", options: [label] },
      { timeoutMs: ACT_TIMEOUT },
    );
    if (!chosen.ok) return null;
    let shown = await chosenOn(walk);
    let survey = shown?.survey ?? null;
    const moved = here(walk) !== start || namesIn(survey, list).join("\n") !== last.join("\n");
    const submit = form.submit?.target ?? null;
    if (!moved && submit !== null && spend(walk)) {
      const sent = await walk.session.page.act(submit, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
      if (!sent.ok) return null;
      shown = await chosenOn(walk);
      survey = shown?.survey ?? null;
      apply = submit;
    }
    last = namesIn(survey, list);
    isOpen = survey?.forms.some(({ fields }) => fields.some((each) => isSameField(each, field))) ?? false;
    if (!shown || !survey) continue;
    const problems = problemsSince(walk.session.evidence, mark, walk.origin);
    loads ||= hasLoaded(walk, mark);
    const now = here(walk);
    const seen = await seenAs(walk, label, shown, list);
    const clear = clearIn(survey, list);
    options.push({ ...seen, clear, problems, address: now === page.path ? null : now });
  }
  const changes = options.some(({ names }) => names.join("\n") !== before.join("\n"));
  if (!changes && !hasToNarrow(list, form, field)) return null;
  // Of what is loaded anew, the browser itself may fill in what was chosen last.
  const away = !loads && before.length > 1 && isUnique(before) ? awayFrom(before, options) : undefined;
  const back = away
    ? await leadsBack(walk, page, [
        [field.target, { kind: "select", options: [away.label] }],
        ...(apply === null ? [] : [[apply, { kind: "click" }] satisfies Act]),
      ])
    : null;
  return {
    pageId: page.id,
    path: page.path,
    kind: "select",
    name: field.name,
    field: field.target,
    all: field.value,
    apply,
    list,
    before,
    options,
    ...(away && back === "page" && { backFrom: away }),
  };
};

/** Uses the tabs above a list one by one, and tells what the list then shows. Null when none changes it. */
const probeTabFilter = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
): Promise<SiteFilter | null> => {
  // Below the other tabs of a page there is something else.
  if (tabOf(page.path) !== "") return null;
  const marked = tabsOf(page);
  const tabs = marked.length > 0 ? marked : choicesBesideAll(page);
  if (tabs.length < 2 || tabs.length > MOST_TABS || !list.target) return null;
  const opened = await open(walk, page.path);
  if (!opened.ok) return null;
  const before = namesIn(opened.survey, list);
  if (before.length < 2 || !isUnique(before)) return null;
  const start = walk.session.page.url();
  const options: FilterOption[] = [];
  for (const { name, target } of tabs) {
    if (walk.over() || !spend(walk)) return null;
    const mark = beginStep(walk);
    const used = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    const shown = used.ok ? await chosenOn(walk) : null;
    if (!shown) return null;
    const now = walk.session.page.url();
    const problems = problemsSince(walk.session.evidence, mark, walk.origin);
    options.push({
      ...(await seenAs(walk, name, shown, list)),
      target,
      address: now === start ? null : now,
      problems,
    });
  }
  const isSame = options.every(({ names }) => names.join("\n") === before.join("\n"));
  if (isSame && !options.every(({ label }) => numberOfTab(label))) return null;
  const away = awayFrom(before, options);
  const back = away?.target ? await leadsBack(walk, page, [[away.target, { kind: "click" }]]) : null;
  return {
    pageId: page.id,
    path: page.path,
    kind: "tabs",
    name: marked.length > 0 ? "tabs" : "choices",
    field: null,
    all: null,
    apply: null,
    list,
    before,
    options,
    ...(away && back !== null && { backFrom: away }),
  };
};

const MOST = 4;
/** Those that are the first of a list, and all. */
const MOST_FIRST = 14;
const MOST_THOROUGH = 20;

/** Tries the selects and tabs that choose what lists show: these change nothing in the app. */
export const probeFilters = async (walk: Walk, pages: SitePage[]): Promise<SiteFilter[]> => {
  const filters: SiteFilter[] = [];
  const probed = new Set<string>();
  const usable = pages.filter(isByAddress);
  // The first of each list, before what else some of them have.
  for (const [page, isFirst] of [true, false].flatMap((turn) =>
    usable.map((each) => [each, turn] as const),
  )) {
    const list = mainList(page.survey);
    const kind = withoutQuery(page.pattern);
    const most = isThorough(walk) ? (isFirst ? MOST_FIRST : MOST_THOROUGH) : MOST;
    if (!list?.target || walk.over() || filters.length >= most || page.path.includes("?")) continue;
    // Of a list a day, each choice shows other days.
    if (isOneOfSeveral(page.survey, list)) continue;
    const fields = filterFields(page.survey);
    for (const { form, field } of isFirst ? fields.slice(0, 1) : fields.slice(1)) {
      // The same choices of the same list, as on a start page, are tried once.
      const keys = [`${kind} ${field.name}`, `${field.name} ${field.options.join("|")}`];
      if (keys.some((key) => probed.has(key)) || filters.length >= most) continue;
      for (const key of keys) probed.add(key);
      walk.progress(`choosing "${field.name}" on ${page.path}`);
      const found = await probeSelectFilter(
        walk,
        page,
        list,
        form,
        field,
        isFirst ? MOST_OPTIONS : MOST_FURTHER,
      );
      if (found) filters.push(found);
    }
    // The same tabs on another kind of page are the same.
    const names = tabsOf(page).map(({ name }) => name);
    const keys = [`${kind} tabs`, ...(names.length > 1 ? [`tabs ${names.join("|")}`] : [])];
    if (keys.some((key) => probed.has(key))) continue;
    for (const key of keys) probed.add(key);
    const found = await probeTabFilter(walk, page, list);
    if (found) filters.push(found);
  }
  return filters;
};
