import type { SurveyGroup } from "#model/survey.ts";
import type { Surveyor } from "./survey-parts.ts";
import { span } from "./survey-rows.ts";
import { clip } from "./text.ts";
import { attribute, childElements, firstInside, fitsSelector } from "./tree.ts";

const LEAST = 2;
const MOST_CELLS = 40;

/** Names all the rows that stand with it. */
const isOfGroup = (cell: Element): boolean =>
  cell.localName === "th" && (attribute(cell, "scope") === "rowgroup" || span(cell) > 1);

const headOf = (row: Element): Element | undefined => childElements(row).find(isOfGroup);

const placesOf = (row: Element): number =>
  childElements(row).reduce((places, cell) => places + span(cell), 0);

/** A row that has a cell for each column, and nothing to type. */
const isPlain = (row: Element): boolean =>
  childElements(row).every((cell) => span(cell) === 1) &&
  firstInside(row, "input:not([type=hidden],[type=checkbox],[type=radio]),select,textarea,table") === null;

/**
 * The groups that the rows of a table stand in, each in a part of its own with a row at the same end of it that is about all
 * of them, or nothing but that row; undefined where any of it is otherwise.
 */
export const groupsOf = ({ index }: Surveyor, table: Element): SurveyGroup[] | undefined => {
  const bodies = childElements(table).filter(({ localName }) => localName === "tbody");
  if (bodies.length < LEAST) return undefined;
  const parts = bodies.map((body) => childElements(body));
  const isAtEnd = parts.every((rows) => rows.slice(0, -1).every((row) => !headOf(row)));
  const places = new Set(parts.flat().map(placesOf));
  if (places.size !== 1 || Math.max(...places) > MOST_CELLS) return undefined;
  const groups = parts.map((rows, at): SurveyGroup | null => {
    const own = isAtEnd ? rows.at(-1) : rows[0];
    const others = rows.filter((row) => row !== own);
    const head = own && headOf(own);
    const isWhole = rows.every((row) => index.visible(row) && firstInside(row, "[rowspan]") === null);
    if (!head || !isWhole || !others.every(isPlain) || others.some(headOf)) return null;
    const body = `tbody:nth-of-type(${at + 1})`;
    const end = isAtEnd ? ":last-child" : ":first-child";
    let column = 0;
    const sums = childElements(own).flatMap((cell, place) => {
      const text = clip(index.text(cell), 100);
      const css = `${body} > tr${end} > :nth-child(${place + 1})`;
      const start = column;
      column += span(cell);
      return cell === head || text === "" || !fitsSelector(cell, "td,th") || span(cell) > 1
        ? []
        : [{ column: start, text, css }];
    });
    const cells = others.map((row) => childElements(row).map((cell) => clip(index.text(cell), 200)));
    const label = clip(index.text(head), 100);
    return { label, sums, rows: { css: `${body} > tr:not(${end})`, cells } };
  });
  const told = groups.filter((group) => group !== null);
  const isGrouped = told.filter(({ rows }) => rows.cells.length > 0).length >= LEAST;
  const isTold = told.length === parts.length && told.some(({ sums }) => sums.length > 0);
  return isGrouped && isTold ? told : undefined;
};
