import { coverAt, pointOn } from "./hit.ts";
import type { Surveyor } from "./survey-parts.ts";
import {
  attribute,
  childElements,
  closest,
  composedParent,
  firstInside,
  fitsSelector,
  isInside,
  isVisible,
} from "./tree.ts";

const SHARE = 0.9;

/** An overlay that lies over the whole view. */
const fillsView = (element: Element): boolean => {
  if (getComputedStyle(element).position !== "fixed") return false;
  const { width, height } = Element.prototype.getBoundingClientRect.call(element);
  return width >= window.innerWidth * SHARE && height >= window.innerHeight * SHARE;
};

const isModal = (dialog: Element): boolean =>
  fitsSelector(dialog, ":modal") ||
  attribute(dialog, "aria-modal") === "true" ||
  closest(dialog, fillsView) !== null;

const LOOSE = "a[href],button,input,select,textarea,main,h1,h2";

/** Something to use or to read that is drawn, and kept from readers. */
const isKeptFromReaders = (element: Element): boolean =>
  (attribute(element, "aria-hidden") === "true" || attribute(element, "inert") !== null) &&
  isVisible(element) &&
  (fitsSelector(element, LOOSE) || firstInside(element, LOOSE) !== null);

/** Drawers over the whole view that have no role, while what stands beside them is kept from readers; menus aside. */
export const drawersIn = ({ index, visible }: Pick<Surveyor, "index" | "visible">): Element[] =>
  visible.filter((element) => {
    const around = composedParent(element);
    return (
      around?.localName === "body" &&
      fillsView(element) &&
      getComputedStyle(element).pointerEvents !== "none" &&
      firstInside(element, LOOSE) !== null &&
      childElements(around).some((other) => other !== element && isKeptFromReaders(other)) &&
      !visible.some(
        (inner) =>
          /^(?:(?:alert)?dialog|menu|listbox|tooltip)$/.test(index.role(inner) ?? "") &&
          isInside(inner, element),
      )
    );
  });

/** Tells of an element whether an open dialog has to be put aside before it can be used. */
export const behindDialogs = (
  dialogs: readonly Element[],
  drawers: readonly Element[],
): ((element: Element) => boolean) => {
  const above = [...dialogs.filter(isModal), ...drawers];
  if (above.length === 0) return () => false;
  return (element) => {
    if (closest(element, (at) => above.includes(at)) !== null) return false;
    // A menu of the dialog may stand elsewhere in the document, and lies above it.
    const point = pointOn(element);
    return point === null || coverAt(point, element) !== null;
  };
};
