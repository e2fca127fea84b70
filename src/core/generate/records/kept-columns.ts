import { fold } from "#core/explore/lists/lists.ts";
import { isDay } from "#core/explore/forms/values.ts";
import { slug } from "#core/explore/pages/states.ts";
import { columnOf, listOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";

const MOST = 6;

/** Heads the name, or what is another one after each change. */
const CHANGES = /name|title|updated|modified|changed|last|edited|ge[äa]ndert/i;
/** When an item came: a day stays, anything else counts on by itself ("9 s"). */
const BEGUN =
  /^(?:created|added|posted|opened|received|registered|joined|erstellt|angelegt)(?: (?:at|on|am))?$/i;
/** What counts on, counts changes, or is made from the name. */
const MADE =
  /^(?:age|since|activity|version|rev(?:ision)?\.?|edits?|slug|permalink|url|initials|words?|length|characters|#)$/i;
const AGO = /\bago\b|just now|\bvor \d|\bil y a\b|\bhace \d/i;

const isMade = (column: string, texts: string[]): boolean =>
  MADE.test(column) || (BEGUN.test(column) && !(texts.length > 0 && texts.every(isDay)));

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
        (typed.has(index) || !(isMade(column, texts(index)) || isOfName(plan, index))),
    )
    .slice(0, MOST);
};
