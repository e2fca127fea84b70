import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { readValue } from "./conditions.ts";
import type { Surveyor } from "./survey-parts.ts";
import { absolute } from "./survey-parts.ts";
import { clip } from "./text.ts";
import { attribute, childElements, isInside } from "./tree.ts";

const MOST = 10;

/** Sources of a row's pictures, without those that are drawn into the page itself. */
export const imagesOf = (row: Element): string[] =>
  [...row.querySelectorAll("img[src]")]
    .map((image) => attribute(image, "src") ?? "")
    .filter((src) => src !== "" && !src.startsWith("data:"))
    .slice(0, MOST)
    .map(absolute);

const MOST_LINES = 8;

/** What the parts of a row say, each by itself: those that hold no further part with words. */
export const linesOf = ({ index }: Surveyor, row: Element): string[] =>
  [...row.querySelectorAll("*")]
    .filter(
      (part) =>
        index.visible(part) &&
        [...part.children].every((child) => index.text(child) === "") &&
        index.text(part) !== "",
    )
    .slice(0, MOST_LINES)
    .map((part) => clip(index.text(part), 60));

const fieldsSelector = "input:not([type=hidden],[type=submit],[type=button]),select,textarea";

export const fieldsOf = (row: Element, cells: readonly Element[]): SurveyItem["fields"] =>
  [...row.querySelectorAll(fieldsSelector)].slice(0, MOST).map((field) => ({
    cell: cells.findIndex((cell) => isInside(field, cell)),
    type: attribute(field, "type") ?? field.localName,
    value: attribute(field, "type") === "password" ? "" : clip(readValue(field), 100),
  }));

export const span = (cell: Element): number => Math.max(1, Number(attribute(cell, "colspan") ?? 1) || 1);

/** What stands below the rows of a table: its totals. */
export const footersOf = ({ index }: Surveyor, table: Element): SurveyCollection["footers"] =>
  [...table.querySelectorAll("tfoot > tr")]
    .filter((row) => index.visible(row))
    .slice(0, MOST)
    .map((row) => {
      let column = 0;
      const place = childElements(row.parentElement ?? table).indexOf(row) + 1;
      const cells = childElements(row).map((cell, at) => {
        const css = `tfoot > tr:nth-child(${place}) > :nth-child(${at + 1})`;
        const entry = { column, text: clip(index.text(cell), 100), css };
        column += span(cell);
        return entry;
      });
      return { label: cells[0]?.text ?? "", cells };
    });
