import { fold } from "#core/explore/lists.ts";
import { slug } from "#core/explore/states.ts";
import { columnOf, listOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";

const MOST = 6;

/** Heads the name, or what is another one after each change. */
const CHANGES = /name|title|updated|modified|changed|last|edited|ge[äa]ndert/i;
/** Nobody types what such a column shows: it counts on by itself, counts changes, or is made from the name. */
const MADE =
  /^(?:created|added|posted|opened|received|registered|joined|age|since|activity|erstellt|angelegt|version|rev(?:ision)?\.?|edits?|slug|permalink|url|initials|words?|length|characters|#)(?: (?:at|on|am))?$/i;
const AGO = /\bago\b|just now|\bvor \d|\bil y a\b|\bhace \d/i;

/** Most of the rows show the name of their item in it in other letters, as in an address. */
const isOfName = (plan: Plan, index: number): boolean => {
  const items = listOf(plan)?.items ?? [];
  const ofName = items.filter(({ cells }) =>
    plan.record.nameColumns.some((at) => {
      const name = slug(cells[at] ?? "");
      return name.length > 2 && fold(cells[index] ?? "").includes(name);
    }),
  );
  return ofName.length * 2 > items.length;
};

/** Columns of the item's row that a change of its name must leave alone. */
export const keptColumns = (plan: Plan): { index: number; variable: string }[] => {
  const { record, entries } = plan;
  if (record.rowRole !== "row") return [];
  const typed = new Set(entries.map(({ field }) => columnOf(plan, field)));
  const named = columnOf(plan, record.nameField);
  const texts = (index: number): string[] => listOf(plan)?.items.map(({ cells }) => cells[index] ?? "") ?? [];
  return record.columns
    .map((column, index) => ({ column, index, variable: `kept_${slug(column).replaceAll("-", "_")}` }))
    .filter(
      ({ column, index }) =>
        column !== "" &&
        index !== named &&
        !record.nameColumns.includes(index) &&
        !CHANGES.test(column) &&
        !texts(index).some((text) => AGO.test(text)) &&
        (typed.has(index) || !(MADE.test(column) || isOfName(plan, index))),
    )
    .slice(0, MOST);
};
