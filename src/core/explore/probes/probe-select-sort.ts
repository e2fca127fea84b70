import type { SiteSort, SortOrder } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isByLastName, LAST_WORD, mayBePeople } from "#core/explore/forms/last-names.ts";
import { cellsOf, itemName, sameList } from "#core/explore/lists/lists.ts";
import { stayOnTop } from "#core/explore/lists/pinned-rows.ts";
import { rankOptions, ranksOf, selectsOf } from "#core/explore/lists/ranks.ts";
import { columnTexts } from "#core/explore/lists/sort-values.ts";
import {
  columnFor,
  isByDays,
  isByYears,
  isReadIn,
  mayBeOfOtherDays,
  ordersOf,
} from "#core/explore/lists/sort-orders.ts";
import { overtakenRow } from "#core/explore/lists/overtaken.ts";
import { YEAR } from "#core/explore/forms/values.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, here, spend } from "#core/explore/pages/walk.ts";

const NAMED = /name|\bnom\b|nombre|\bnome\b|\bnaam\b/i;

/** A select that orders a list: its options whose promise can be read and checked. */
export const probeSelectSort = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  form: SurveyForm,
  field: SurveyField,
): Promise<SiteSort | null> => {
  if (!field.target) return null;
  const known = ordersOf(list, field);
  const ranked = rankOptions(list, field, (label) =>
    known.some((each) => each.label === label) ? null : columnFor(list, label),
  );
  const other = known.findLast(({ label }) => label !== field.value) ?? ranked[0];
  if (!other) return null;
  const first = await choose(walk, page, list, { field: field.target, apply: null }, other.label);
  if (!first || stayOnTop(list.items, sameList(first.survey, list)?.items ?? [])) return null;
  const apply = first.moved ? null : (form.submit?.target ?? null);
  const control = { field: field.target, apply };
  const orders: SortOrder[] = [];
  const doubted = new Set(known.filter((each) => mayBeOfOtherDays(list, each)).map(({ label }) => label));
  let isKept = known.some(
    (each) => doubted.has(each.label) && each.label === field.value && isByDays(list, each),
  );
  for (const each of known) {
    const isOfYears = each.match === YEAR;
    // Rows that come up in another order need not show such a value: some have no price.
    const isOfPeople = each.by === "text" && NAMED.test(each.label) && mayBePeople(list.items.map(itemName));
    const isSure =
      !isOfYears && !isOfPeople && !doubted.has(each.label) && (list.kind === "table" || each.by === "text");
    if (each.label === field.value || (isSure && each !== other)) {
      if (!isOfYears) orders.push(each);
      continue;
    }
    const isShown = apply === null && each === other;
    const shown = isShown ? first : await choose(walk, page, list, control, each.label);
    const sorted = shown ? sameList(shown.survey, list) : null;
    const isRead = isOfYears ? sorted && isByYears(sorted) : !sorted || isSure || isReadIn(sorted, each);
    if (sorted && doubted.has(each.label)) isKept ||= isByDays(sorted, each);
    const match = isOfPeople && sorted && isByLastName(sorted.items.map(itemName)) ? LAST_WORD : each.match;
    const overtaken = sorted && match === each.match ? overtakenRow(sorted, list, each) : undefined;
    const next = isRead && sorted ? await nextOf(walk, list, sorted, each) : null;
    if (isRead) orders.push({ ...each, match, next, ...(overtaken !== undefined && { overtaken }) });
  }
  for (const { label, at } of ranked) {
    const shown = await choose(walk, page, list, control, label);
    const sorted = shown?.moved ? sameList(shown.survey, list) : null;
    const values = cellsOf(list, at);
    const by = sorted
      ? ranksOf(columnTexts(list, at), [columnTexts(sorted, at)], selectsOf(walk, page))
      : null;
    if (by && values) orders.push({ label, by, order: "either", values, match: null, next: null });
  }
  const told = orders.filter(({ label }) => isKept || !doubted.has(label));
  if (told.length === 0) return null;
  return {
    pageId: page.id,
    path: page.path,
    control: { kind: "select", field: field.target, name: field.name, apply },
    orders: told,
  };
};

/** What turns the page of a list in an order, where the values can be read on the next page as well. */
const nextOf = async (
  walk: Walk,
  list: SurveyCollection,
  sorted: SurveyCollection,
  order: SortOrder,
): Promise<Target | null> => {
  const next = sorted.paging?.next ?? null;
  if (next === null || !spend(walk)) return null;
  const turned = await walk.session.page.act(next, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  const survey = turned.ok ? await look(walk) : null;
  const further = survey ? sameList(survey, list) : null;
  if (!further || further.rows < 2) return null;
  return isReadIn(further, order) ? next : null;
};

/** Chooses an order on the page as it is at first. `moved`: the list is another then, or the address. */
const choose = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  { field, apply }: { field: Target; apply: Target | null },
  label: string,
): Promise<{ survey: PageSurvey; moved: boolean } | null> => {
  const opened = await open(walk, page.path);
  if (!opened.ok || !spend(walk)) return null;
  const address = here(walk);
  const before = texts(opened.survey, list);
  const wait = { timeoutMs: ACT_TIMEOUT };
  const chosen = await walk.session.page.act(field, { kind: "select", options: [label] }, wait);
  if (!chosen.ok || (apply !== null && !spend(walk))) return null;
  if (apply !== null && !(await walk.session.page.act(apply, { kind: "click" }, wait)).ok) return null;
  const survey = await look(walk);
  if (!survey) return null;
  return { survey, moved: here(walk) !== address || texts(survey, list) !== before };
};

const texts = (survey: PageSurvey, list: SurveyCollection): string =>
  (sameList(survey, list)?.items ?? []).map(({ text }) => text).join("\n");
