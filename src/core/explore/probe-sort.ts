import type { SitePage, SiteSort, SortOrder } from "#model/site.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import { findValues, isSorted } from "#core/suite/order.ts";
import { cellsOf, fold, namesOf, rowsOf, sameList } from "./lists.ts";
import { kindOfValues, readSortLabel } from "./values.ts";
import type { Walk } from "./walk.ts";
import { ACT_TIMEOUT, here, look, open, spend } from "./walk.ts";
import { SORT } from "./words.ts";

export const sortFields = (survey: PageSurvey): { form: SurveyForm; field: SurveyField }[] =>
  survey.forms.flatMap((form) =>
    form.fields
      .filter(({ type, target, disabled }) => type === "select" && target !== null && !disabled)
      .filter(({ name, options }) => {
        const read = options.filter((option) => readSortLabel(option) !== null).length;
        return SORT.test(name) ? read >= 1 : read >= 2;
      })
      .map((field) => ({ form, field })),
  );

/** Where the values of one kind are in the list's rows; null when not every row shows exactly one. */
const valuesFor = (list: SurveyCollection, by: SortOrder["by"]): Pick<SortOrder, "values"> | null => {
  const rows = rowsOf(list);
  const names = namesOf(list);
  if (!rows || !names) return null;
  if (by === "text") return names.role === "link" || list.kind === "table" ? { values: names } : null;
  if (by === "number") return null;
  if (list.kind === "table") {
    const width = list.items[0]?.cells.length ?? 0;
    const columns = Array.from({ length: width }, (_, index) => index).filter((index) => {
      return kindOfValues(list.items.map(({ cells }) => cells[index] ?? "")) === by;
    });
    const values = columns.length === 1 ? cellsOf(list, columns[0] ?? 0) : null;
    return values ? { values } : null;
  }
  return list.items.every(({ text }) => findValues(fold(text), by).length === 1) ? { values: rows } : null;
};

/** A select that orders a list: its options whose promise can be read and checked. */
export const probeSelectSort = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  form: SurveyForm,
  field: SurveyField,
): Promise<SiteSort | null> => {
  if (!field.target) return null;
  const orders = field.options.flatMap((label): SortOrder[] => {
    const read = readSortLabel(label);
    const where = read ? valuesFor(list, read.by) : null;
    return read && where ? [{ label, ...read, ...where }] : [];
  });
  const other = orders.findLast(({ label }) => label !== field.value);
  if (!other) return null;
  const opened = await open(walk, page.path);
  if (!opened.ok || !spend(walk)) return null;
  const address = here(walk);
  const before = texts(opened.survey, list);
  const chosen = await walk.session.page.act(
    field.target,
    { kind: "select", options: [other.label] },
    { timeoutMs: ACT_TIMEOUT },
  );
  if (!chosen.ok) return null;
  const survey = await look(walk);
  if (!survey) return null;
  const atOnce = here(walk) !== address || texts(survey, list) !== before;
  const apply = atOnce ? null : (form.submit?.target ?? null);
  return {
    pageId: page.id,
    path: page.path,
    control: { kind: "select", field: field.target, name: field.name, apply },
    orders,
  };
};

const texts = (survey: PageSurvey, list: SurveyCollection): string =>
  (sameList(survey, list)?.items ?? []).map(({ text }) => text).join("\n");

const MOST_COLUMNS = 6;

/** Headers that order a table when clicked. Which way comes first is the app's choice, so it is looked up here. */
export const probeHeaderSorts = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
): Promise<SiteSort[]> => {
  if (list.kind !== "table") return [];
  const sorts: SiteSort[] = [];
  for (const [index, column] of list.columns.entries()) {
    if (!column.sortable || !column.target || sorts.length >= MOST_COLUMNS) continue;
    const values = cellsOf(list, index);
    const by = kindOfValues(list.items.map(({ cells }) => cells[index] ?? ""));
    if (!values || !by || walk.over()) continue;
    const opened = await open(walk, page.path);
    if (!opened.ok) return sorts;
    const seen: string[][] = [];
    for (let click = 0; click < 2; click += 1) {
      if (!spend(walk)) return sorts;
      const clicked = await walk.session.page.act(
        column.target,
        { kind: "click" },
        { timeoutMs: ACT_TIMEOUT },
      );
      const survey = clicked.ok ? await look(walk) : null;
      const now = survey ? sameList(survey, list) : null;
      if (!now) break;
      seen.push(now.items.map(({ cells }) => cells[index] ?? ""));
    }
    const [first, second] = seen;
    if (!first || !second) continue;
    const start = list.items.map(({ cells }) => cells[index] ?? "").join("\n");
    const moved = first.join("\n") !== start || second.join("\n") !== start;
    const constant = new Set(first).size < 2;
    if (!moved || constant) continue;
    const descendingFirst = isSorted(first, by, "descending") || isSorted(second, by, "ascending");
    const ways: SortOrder["order"][] = descendingFirst
      ? ["descending", "ascending"]
      : ["ascending", "descending"];
    const orders = ways.map((order): SortOrder => ({ label: column.name, by, order, values }));
    sorts.push({
      pageId: page.id,
      path: page.path,
      control: { kind: "header", target: column.target, name: column.name },
      orders,
    });
  }
  return sorts;
};
