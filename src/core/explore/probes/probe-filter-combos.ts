import type {
  ColumnChoice,
  FilterOption,
  SiteFilter,
  SiteFilterCombo,
  SiteFilterPair,
} from "#model/site-lists.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isHeld, makeChoice } from "#core/explore/lists/filter-choice.ts";
import { cellsOf, fold, sameList } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isThorough } from "#core/explore/pages/walk.ts";

const MOST_TRIED = 8;
/** Of those that keep to both choices one tells enough. */
const MOST_KEPT = 1;
const MOST_WRONG = 2;

const said = (cells: string[], column: number): string => fold(cells[column] ?? "").toLowerCase();

const isOf = ({ label, cells }: FilterOption, column: number): boolean =>
  cells.length > 0 && cells.every((row) => said(row, column) === fold(label).toLowerCase());

/** A filter with the column that says what its choices are called, and those of them whose rows all say so. */
type ByColumn = { filter: SiteFilter; column: number; options: FilterOption[] };

const byColumn = (filter: SiteFilter): ByColumn[] => {
  const options = (at: number): FilterOption[] =>
    filter.options.filter((option) => option.problems.length === 0 && isOf(option, at));
  const column = filter.list.columns.findIndex((_, at) => options(at).length > 1);
  if (column < 0 || filter.field === null || !cellsOf(filter.list, column)) return [];
  return [{ filter, column, options: options(column) }];
};

const choiceOf = ({ filter, column }: ByColumn, { label }: FilterOption): ColumnChoice => {
  const { name, field, apply } = filter;
  return { choice: { kind: "select", name, field: field ?? "", label, apply }, column };
};

/** Choices of both of which the first alone shows rows that fit the second and rows that do not. */
const pairOf = (a: ByColumn, b: ByColumn): SiteFilterCombo["choices"] | null => {
  for (const first of a.options) {
    for (const second of b.options) {
      const fits = first.cells.filter((row) => said(row, b.column) === fold(second.label).toLowerCase());
      if (fits.length > 0 && fits.length < first.cells.length)
        return [choiceOf(a, first), choiceOf(b, second)];
    }
  }
  return null;
};

/** Makes both choices: whether each row that comes belongs to both. Null where one choice undoes the other, or no table comes. */
const isKept = async (
  walk: Walk,
  { path, list }: SiteFilter,
  choices: SiteFilterCombo["choices"],
): Promise<boolean | null> => {
  if (!(await open(walk, path)).ok) return null;
  for (const { choice } of choices) if (!(await makeChoice(walk, choice))) return null;
  const survey = await lookAnswered(walk);
  if (!survey || !choices.every(({ choice }) => isHeld(survey, choice))) return null;
  const now = sameList(survey, list);
  if (!now || JSON.stringify(now.target) !== JSON.stringify(list.target)) return null;
  return now.items.every(({ cells }) =>
    choices.every(({ choice, column }) => said(cells, column) === fold(choice.label).toLowerCase()),
  );
};

const fieldsOf = (choices: SiteFilterPair["choices"]): string =>
  JSON.stringify(choices.map((choice) => (choice.kind === "select" ? choice.field : "")));

/** Makes two choices at once of tables that have a column for each, but for `known` ones: these change nothing in the app. */
export const probeFilterCombos = async (
  walk: Walk,
  filters: SiteFilter[],
  known: readonly SiteFilterPair[],
): Promise<SiteFilterCombo[]> => {
  if (!isThorough(walk)) return [];
  const kept: SiteFilterCombo[] = [];
  const wrong: SiteFilterCombo[] = [];
  let tried = 0;
  for (const group of Map.groupBy(filters, ({ pageId }) => pageId).values()) {
    const usable = group.flatMap(byColumn);
    const pairs = usable
      .flatMap((a, at) => usable.slice(at + 1).map((b) => pairOf(a, b)))
      .filter((choices) => choices !== null)
      .filter(([a, b]) => known.every((pair) => fieldsOf(pair.choices) !== fieldsOf([a.choice, b.choice])));
    const [filter] = group;
    if (!filter || pairs.length === 0) continue;
    walk.progress(`making two choices at once on ${filter.path}`);
    for (const choices of pairs) {
      if (walk.over() || tried >= MOST_TRIED) break;
      tried += 1;
      const { pageId, path, list } = filter;
      const fits = await isKept(walk, filter, choices);
      if (fits !== null) (fits ? kept : wrong).push({ pageId, path, list, choices });
    }
  }
  return [...wrong.slice(0, MOST_WRONG), ...kept.slice(0, MOST_KEPT)];
};
