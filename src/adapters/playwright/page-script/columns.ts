import { withoutArrows } from "#model/sort-arrows.ts";
import type { DocumentIndex } from "./document-index.ts";
import { headTableOf } from "./split-tables.ts";
import { fold } from "./text.ts";
import { childElements, fitsSelector } from "./tree.ts";

const tables = "table,[role=table],[role=grid],[role=treegrid]";
const rows = "tr,[role=row]";

const spanOf = (cell: Element): number => (cell instanceof HTMLTableCellElement ? cell.colSpan : 1);

/** 0-based column that a cell begins in; what spans several rows is not reckoned with. */
const startOf = (cell: Element): number => {
  let start = 0;
  for (let at = cell.previousElementSibling; at; at = at.previousElementSibling) start += spanOf(at);
  return start;
};

const isHeading = (index: DocumentIndex, cell: Element): boolean => {
  if (cell.getAttribute("role") === "columnheader" || cell.closest("thead")) return true;
  const isFirst = cell.parentElement?.matches("tr:not(tr ~ tr)") === true;
  return isFirst && index.role(cell) === "columnheader";
};

const rowsIn = (table: Element): Element[] =>
  [...table.querySelectorAll(rows)].filter((row) => row.parentElement?.closest(tables) === table);

/**
 * The cells of every table below the first heading with this text, headings and foot aside. Upper and lower case and
 * arrows that tell the order do not count, or with `exact` only the arrows. What spans more columns than its heading
 * belongs to none of them.
 */
export const cellsBelow = (index: DocumentIndex, called: string, exact: boolean): Element[] => {
  const plain = (text: string): string => {
    const words = fold(withoutArrows(text));
    return exact ? words : words.toLowerCase();
  };
  const wanted = plain(called);
  const cells: Element[] = [];
  for (const table of index.elements.filter((element) => fitsSelector(element, tables))) {
    const head = headTableOf(table);
    const own = [...(head ? rowsIn(head) : []), ...rowsIn(table)];
    const all = own.map((row) => childElements(row));
    const heading = all.flat().find((cell) => isHeading(index, cell) && plain(index.text(cell)) === wanted);
    if (!heading) continue;
    const start = startOf(heading);
    for (const row of all) {
      const cell = row.find((each) => startOf(each) === start);
      if (!cell || isHeading(index, cell) || cell.closest("tfoot") || spanOf(cell) > spanOf(heading))
        continue;
      cells.push(cell);
    }
  }
  return cells;
};
