import { childElements } from "./tree.ts";

const MOST_LEVELS = 6;

const rowsOf = (table: Element): Element[] => [...table.querySelectorAll("tr")];

const width = (row: Element | undefined): number =>
  row
    ? childElements(row).reduce(
        (all, cell) => all + (cell instanceof HTMLTableCellElement ? cell.colSpan : 0),
        0,
      )
    : 0;

const hasHeadings = (table: Element): boolean => table.querySelector("th") !== null;

const isHeadAlone = (table: Element): boolean => hasHeadings(table) && table.querySelector("td") === null;

/**
 * The table that holds nothing but the headings of this one, as where a script lets the rows scroll below them: as wide, and
 * the only one of its kind beside it. Null for a table that has headings itself, or none.
 */
export const headTableOf = (table: Element): Element | null => {
  if (table.localName !== "table" || hasHeadings(table)) return null;
  const wide = width(rowsOf(table)[0]);
  let around = table.parentElement;
  for (let level = 0; around && wide > 0 && level < MOST_LEVELS; level += 1) {
    const tables = [...around.querySelectorAll("table")];
    const heads = tables.filter((other) => isHeadAlone(other));
    const bodies = tables.filter((other) => !isHeadAlone(other) && !other.parentElement?.closest("table"));
    if (heads.length > 0)
      return heads.length === 1 && bodies.length === 1 && heads[0] && width(rowsOf(heads[0])[0]) === wide
        ? heads[0]
        : null;
    around = around.parentElement;
  }
  return null;
};
