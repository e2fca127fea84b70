import { attribute, closest, wholeText } from "./tree.ts";
import { clip, fold } from "./text.ts";

/** A page of fractions of a pixel may be one wider than it says. */
const SLACK_PX = 1;
const MOST_NAME = 60;

/** How many CSS pixels a page is wider than its window, and the innermost thing that sticks out. */
export type Overflow = { px: number; by: Element | null };

const hides = (element: Element | null): boolean =>
  element !== null && /^(?:hidden|clip)$/.test(getComputedStyle(element).overflowX);

/** What is in a part that is scrolled or cut by itself makes the page no wider. */
const isApart = (element: Element): boolean =>
  closest(element.parentElement ?? element, (at) => {
    if (at === document.body || at === document.documentElement) return false;
    return getComputedStyle(at).overflowX !== "visible";
  }) !== null;

const sticksOut = (element: Element, width: number): boolean => {
  const { right, width: own } = Element.prototype.getBoundingClientRect.call(element);
  return own > 0 && right + window.scrollX > width + SLACK_PX && !isApart(element);
};

/** How far the page can be scrolled sideways: 0 where all of it is as wide as its window, or the rest is cut. */
export const overflowOf = (): Overflow => {
  const root = document.documentElement;
  const width = root.clientWidth;
  const px = (document.scrollingElement ?? root).scrollWidth - width;
  if (px <= SLACK_PX || hides(root) || hides(document.body)) return { px: 0, by: null };
  const all = [...document.querySelectorAll("body *")].filter((element) => sticksOut(element, width));
  // In the order of the document what is in an element comes right behind it.
  const inner =
    all.find((element, at) => !Node.prototype.contains.call(element, all[at + 1] ?? null)) ?? null;
  const table = inner && closest(inner, (at) => at instanceof HTMLTableElement);
  return { px, by: table ?? inner };
};

/** `table "Members"`, or a part of what it says where it has no name. */
export const describeOverflow = ({ px, by }: Overflow): string => {
  if (px === 0) return "as wide as its window";
  const name = by && (attribute(by, "aria-label") ?? wholeText(by));
  const what = by ? `: ${by.localName} "${clip(fold(name ?? ""), MOST_NAME)}" sticks out` : "";
  return `${px} px wider than its window${what}`;
};

/** The pixels, what sticks out, and how many columns that has where it is a table, parted by blanks. */
export const overflowParts = ({ px, by }: Overflow): string => {
  const columns = by instanceof HTMLTableElement ? (by.rows[0]?.cells.length ?? 0) : 0;
  return [px, by?.localName ?? "", columns].join(" ");
};
