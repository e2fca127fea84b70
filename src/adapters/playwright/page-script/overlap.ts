import { clip, fold } from "./text.ts";
import {
  attribute,
  childElements,
  childNodes,
  closest,
  composedParent,
  elementsBelow,
  fitsSelector,
  wholeText,
} from "./tree.ts";

type Box = { left: number; right: number; top: number; bottom: number };

/** How an element is laid out among the others. */
type Place = {
  /** Keeps its place in the window, or is turned: what is inside is compared with its like alone. */
  apart: Element | null;
  /** The nearest element around it that is taken out of the flow. */
  lifted: Element | null;
  /** What that itself is lifted from. */
  liftedFrom: Element | null;
  /** Something between it and what is lifted hides what is behind. */
  isBacked: boolean;
  /** What is outside of that is cut off; null where nothing is. */
  cut: Box | null;
  isSeen: boolean;
};

/** A line of a text, or a field. */
type Piece = { of: Element; box: Box; place: Place; field: boolean };

/** Lines of texts have room above and below their letters, which may overlap. */
const LEAST_SHARE = 0.5;
const LEAST_TEXT_PX = 12;
const LEAST_FIELD_PX = 24;
/** Parts that are alike and show a frame: cards, not the faces of a group. */
const LEAST_BOX = { width: 80, height: 30, letters: 4, over: 16 };
const MOST_NAME = 40;
const MOST_PIECES = 4000;

const FIELDS =
  "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file], [type=submit], [type=reset], [type=button], [type=image], [type=color])";
/** Drawn by a script as it likes, or an ornament. */
const LEFT_OUT = "svg, canvas, [aria-hidden=true], [contenteditable]:not([contenteditable=false]), [inert]";
/** Words of a control may lie over its field on purpose. */
const CONTROL = "label, button, a, [role=button], [role=link], legend";

const boxOf = (element: Element): Box => Element.prototype.getBoundingClientRect.call(element);
const meet = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  right: Math.min(a.right, b.right),
  top: Math.max(a.top, b.top),
  bottom: Math.min(a.bottom, b.bottom),
});
const widthOf = ({ left, right }: Box): number => right - left;
const heightOf = ({ top, bottom }: Box): number => bottom - top;

const isClear = (color: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);
const hides = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean =>
  !isClear(backgroundColor) || backgroundImage !== "none";
/** A matrix that only moves or scales has zeros in its second and third place. */
const isTurned = ({ transform, rotate }: CSSStyleDeclaration): boolean =>
  rotate !== "none" ||
  /matrix3d/.test(transform) ||
  /^matrix\([^,]+, (?!-?0,)|^matrix\([^,]+, [^,]+, (?!-?0,)/.test(transform);

const OUTERMOST: Place = {
  apart: null,
  lifted: null,
  liftedFrom: null,
  isBacked: false,
  cut: null,
  isSeen: true,
};

const placing = (): ((element: Element) => Place) => {
  const known = new Map<Element, Place>();
  const place = (element: Element): Place => {
    const found = known.get(element);
    if (found) return found;
    const parent = composedParent(element);
    const up = parent ? place(parent) : OUTERMOST;
    const style = getComputedStyle(element);
    const isOfPage = /^(?:html|body)$/.test(element.localName);
    const isApart = /fixed|sticky/.test(style.position) || isTurned(style);
    const isLifted = style.position === "absolute";
    const cuts = !isOfPage && style.overflowX !== "visible" ? boxOf(element) : null;
    const outer = style.position === "fixed" ? null : up.cut;
    const made: Place = {
      apart: isApart ? element : up.apart,
      lifted: isLifted ? element : up.lifted,
      liftedFrom: isLifted ? up.lifted : up.liftedFrom,
      isBacked: (!isOfPage && hides(style)) || (!isLifted && up.isBacked),
      cut: cuts && outer ? meet(cuts, outer) : (cuts ?? outer),
      isSeen:
        up.isSeen && !fitsSelector(element, LEFT_OUT) && style.clip === "auto" && style.clipPath === "none",
    };
    known.set(element, made);
    return made;
  };
  return place;
};

const isDrawn = (element: Element): boolean =>
  Element.prototype.checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true });

const linesOf = (element: Element): Box[] =>
  [...childNodes(element)].flatMap((node) => {
    if (!(node instanceof Text) || wholeText(node).trim() === "") return [];
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  });

const LEAST_PIECE_PX = 4;

const isLarge = (box: Box): boolean =>
  widthOf(box) >= LEAST_PIECE_PX &&
  heightOf(box) >= LEAST_PIECE_PX &&
  box.right + window.scrollX > 0 &&
  box.bottom + window.scrollY > 0;

const piecesOf = (elements: Element[], placeOf: (element: Element) => Place): Piece[] => {
  const pieces: Piece[] = [];
  for (const element of elements) {
    if (pieces.length >= MOST_PIECES) break;
    const field = fitsSelector(element, FIELDS);
    const boxes = field ? [boxOf(element)] : linesOf(element);
    if (boxes.length === 0 || !isDrawn(element)) continue;
    const place = placeOf(element);
    if (!place.isSeen || isClear(getComputedStyle(element).color)) continue;
    for (const each of boxes) {
      const box = place.cut ? meet(each, place.cut) : each;
      if (isLarge(box)) pieces.push({ of: element, box, place, field });
    }
  }
  return pieces;
};

/** Neither is meant to lie over the other: both are in one flow, or one is lifted out of it and shows what is behind. */
const isLaidOut = (a: Place, b: Place): boolean => {
  if (a.apart !== b.apart) return false;
  const isOn = (over: Place, under: Place): boolean =>
    over.lifted !== null && !over.isBacked && over.liftedFrom === under.lifted;
  return a.lifted === b.lifted || isOn(a, b) || isOn(b, a);
};

const isOfControl = ({ of }: Piece): boolean => closest(of, (at) => fitsSelector(at, CONTROL)) !== null;

const isOver = (a: Piece, b: Piece): boolean => {
  const { of: one, box, place } = a;
  if (one === b.of || !isLaidOut(place, b.place)) return false;
  const both = meet(box, b.box);
  const [width, height] = [widthOf(both), heightOf(both)];
  if (height < LEAST_SHARE * Math.min(heightOf(box), heightOf(b.box))) return false;
  if (!a.field && !b.field) return width >= LEAST_TEXT_PX;
  if (place.lifted !== b.place.lifted || width < LEAST_FIELD_PX) return false;
  return (a.field && b.field) || !isOfControl(a.field ? b : a);
};

const nameOf = (element: Element): string => {
  const said =
    attribute(element, "aria-label") ?? attribute(element, "placeholder") ?? attribute(element, "name");
  const name = fitsSelector(element, FIELDS) ? (said ?? "") : wholeText(element);
  return `${element.localName} "${clip(fold(name), MOST_NAME)}"`;
};

const ofPieces = (pieces: Piece[]): [Element, Element] | null => {
  const sorted = pieces.toSorted((a, b) => a.box.top - b.box.top);
  let open: Piece[] = [];
  for (const piece of sorted) {
    open = open.filter(({ box }) => box.bottom > piece.box.top);
    const under = open.find((other) => isOver(other, piece));
    if (under) return [under.of, piece.of];
    open.push(piece);
  }
  return null;
};

const hasFrame = (style: CSSStyleDeclaration): boolean =>
  hides(style) ||
  style.boxShadow !== "none" ||
  (parseFloat(style.borderTopWidth) > 0 && !isClear(style.borderTopColor));

/** Two parts beside each other that are made alike, each with a frame and a text, of which one reaches into the other. */
const ofBoxes = (elements: Element[], placeOf: (element: Element) => Place): [Element, Element] | null => {
  const isBox = (element: Element): boolean => {
    const box = boxOf(element);
    const style = getComputedStyle(element);
    return (
      widthOf(box) >= LEAST_BOX.width &&
      heightOf(box) >= LEAST_BOX.height &&
      style.display !== "inline" &&
      hasFrame(style) &&
      wholeText(element).trim().length >= LEAST_BOX.letters &&
      isDrawn(element) &&
      placeOf(element).isSeen
    );
  };
  for (const element of elements) {
    const parts = childElements(element);
    for (const [nth, part] of parts.entries()) {
      const next = parts[nth + 1];
      if (!next || next.localName !== part.localName) continue;
      const both = meet(boxOf(part), boxOf(next));
      if (widthOf(both) < LEAST_BOX.over || heightOf(both) < LEAST_BOX.over) continue;
      if (attribute(part, "class") !== attribute(next, "class") || !isBox(part) || !isBox(next)) continue;
      const [one, other] = [placeOf(part), placeOf(next)];
      if (one.apart === other.apart && one.lifted === other.lifted) return [part, next];
    }
  }
  return null;
};

/**
 * The first two things of the page of which one lies over the other, in words; null where none does. Texts and fields count that
 * are laid out in one flow, a text that is taken out of it and lies over another with nothing between them, and framed parts of
 * one kind. What keeps its place in the window, is turned, drawn, editable or hidden from assistive technology is left out.
 */
export const findOverlap = (): string | null => {
  const body = firstBody();
  if (!body) return null;
  const { elements } = elementsBelow(body);
  const placeOf = placing();
  const found = ofPieces(piecesOf(elements, placeOf)) ?? ofBoxes([body, ...elements], placeOf);
  if (!found) return null;
  const [one, other] = found;
  return `${nameOf(one)} and ${nameOf(other)} lie over each other`;
};

const getBody = Object.getOwnPropertyDescriptor(Document.prototype, "body")?.get as (
  this: Document,
) => HTMLElement | null;
const firstBody = (): Element | null => getBody.call(document);
