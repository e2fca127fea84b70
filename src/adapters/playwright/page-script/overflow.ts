import { ROW, writeOverflow } from "#model/overflow.ts";
import { clip, fold } from "./text.ts";
import {
  attribute,
  childElements,
  closest,
  elementsBelow,
  firstInside,
  isInside,
  isVisible,
  wholeText,
} from "./tree.ts";

/** A page of fractions of a pixel may be one wider than it says. */
const SLACK_PX = 1;
const MOST_NAME = 60;

const ofDocument = (name: string): (() => Element | null) => {
  const get = Object.getOwnPropertyDescriptor(Document.prototype, name)?.get as (
    this: Document,
  ) => Element | null;
  return () => get.call(document);
};
/** Getters of the platform, which what is named like them on the page cannot hide. */
const rootOf = ofDocument("documentElement");
export const bodyOf = ofDocument("body");
const scrolledOf = ofDocument("scrollingElement");

const overflowX = (element: Element): string => getComputedStyle(element).overflowX;
const hides = (element: Element): boolean => /^(?:hidden|clip)$/.test(overflowX(element));

/** Nobody can scroll sideways: the root hides what is wider, or its body does in its place. */
const isCut = (root: Element, body: Element | null): boolean =>
  hides(root) || (body !== null && overflowX(root) === "visible" && hides(body));

/** What is in a part that is scrolled or cut by itself, or keeps its place in the window, makes the page no wider. */
const isApart = (element: Element, body: Element | null): boolean =>
  closest(element, (at) => {
    if (at === body || at === rootOf()) return false;
    const style = getComputedStyle(at);
    return style.position === "fixed" || (at !== element && style.overflowX !== "visible");
  }) !== null;

/** How many CSS pixels the page is wider than its window; 0 where nobody can scroll it sideways. */
export const overflowPx = (): number => {
  const root = rootOf();
  if (!root) return 0;
  const px = (scrolledOf() ?? root).scrollWidth - root.clientWidth;
  return px <= SLACK_PX || isCut(root, bodyOf()) ? 0 : px;
};

/** The innermost of the first things that stick out, or the table that it is in. */
const stickingOut = (): Element | null => {
  const [root, body] = [rootOf(), bodyOf()];
  if (!root || !body) return null;
  const width = root.clientWidth;
  const sticks = (element: Element): boolean => {
    const { right, width: own } = Element.prototype.getBoundingClientRect.call(element);
    return own > 0 && right + window.scrollX > width + SLACK_PX && !isApart(element, body);
  };
  let inner: Element | null = null;
  // In the order of the document what is in an element comes right behind it.
  for (const element of elementsBelow(body).elements) {
    if (inner !== null && !isInside(element, inner)) break;
    if (sticks(element)) inner = element;
  }
  return inner && (closest(inner, (at) => at instanceof HTMLTableElement) ?? inner);
};

/** What is said of a page that is so many pixels wider: with `table "Members"`, or a part of what that says where it has no name. */
export const describeOverflow = (px: number): string => {
  if (px === 0) return "as wide as its window";
  const by = stickingOut();
  const name = by && (attribute(by, "aria-label") ?? wholeText(by));
  const what = by ? `: ${by.localName} "${clip(fold(name ?? ""), MOST_NAME)}" sticks out` : "";
  return `${px} px wider than its window${what}`;
};

/** Of the first row with data. */
const cellsOf = (table: Element): Element[] => {
  const row = firstInside(table, "tbody > tr:has(> td)");
  return row ? childElements(row) : [];
};

const columnsOf = (table: Element): number => cellsOf(table).length;

/** It is scrolled in a box of its own, or its rows are drawn in another form than those of a table. */
const yieldsIn = (table: Element, body: Element): boolean => {
  const box = closest(table, (at) => at !== body && /^(?:auto|scroll)$/.test(overflowX(at)));
  if (box !== null) return box.scrollWidth > box.clientWidth + SLACK_PX;
  return cellsOf(table).some((cell) => getComputedStyle(cell).display !== "table-cell");
};

const LEAST_IN_ROW = 3;
const LEAST_PART_PX = 60;

/** What sticks out is one of three or more parts, each of some width, that a row keeps beside each other. */
const isInRow = (inner: Element, body: Element): boolean =>
  closest(inner, (at) => {
    if (at === body || !/flex|grid/.test(getComputedStyle(at).display)) return false;
    const parts = childElements(at)
      .filter(isVisible)
      .map((part) => Element.prototype.getBoundingClientRect.call(part));
    const beside = parts.filter(
      ({ top, width }) => width >= LEAST_PART_PX && Math.abs(top - (parts[0]?.top ?? 0)) < 2,
    );
    return beside.length >= LEAST_IN_ROW;
  }) !== null;

/** See PageOverflow. */
export const readPageOverflow = (): string => {
  const body = bodyOf();
  const px = overflowPx();
  const by = px === 0 ? null : stickingOut();
  const tables = body ? [...body.querySelectorAll("table")].filter(isVisible) : [];
  const yielding = body ? tables.filter((table) => yieldsIn(table, body)).map(columnsOf) : [];
  const meta = firstInside(rootOf() ?? document.createElement("html"), "meta[name=viewport]");
  return writeOverflow({
    px,
    by: by && body && !(by instanceof HTMLTableElement) && isInRow(by, body) ? ROW : (by?.localName ?? ""),
    columns: by instanceof HTMLTableElement ? columnsOf(by) : 0,
    yields: Math.max(0, ...yielding),
    asDevice: /width\s*=\s*device-width/i.test((meta && attribute(meta, "content")) ?? ""),
  });
};
