import { bodyOf } from "./overflow.ts";
import { clip, fold } from "./text.ts";
import {
  attribute,
  childElements,
  childNodes,
  closest,
  composedParent,
  elementsBelow,
  fitsSelector,
  isInside,
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

const LEAST_SHARE = 0.5;
/** Of the line of a text its letters take that part: fonts have room above and below them. */
const LETTERS = { from: 0.2, to: 0.85 };
const LEAST_TEXT_PX = 12;
const LEAST_FIELD_PX = 24;
/** Beside a field there may be a unit, or how many letters are left. */
const WORDY = /\p{L}{4}/u;
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

const lettersOf = ({ left, right, top, bottom }: Box): Box => ({
  left,
  right,
  top: top + LETTERS.from * (bottom - top),
  bottom: top + LETTERS.to * (bottom - top),
});

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
    const boxes = field ? [boxOf(element)] : linesOf(element).map(lettersOf);
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

/** Both are parts of one place of a grid, which are put over each other on purpose. */
const isStacked = (one: Element, other: Element): boolean => {
  const parts: Element[] = [];
  closest(one, (at) => {
    parts.push(at);
    return isInside(other, at);
  });
  const grid = parts.at(-1);
  const [a, b] = [
    parts.at(-2),
    grid && childElements(grid).find((at) => at === other || isInside(other, at)),
  ];
  if (!grid || !a || !b || !/grid/.test(getComputedStyle(grid).display)) return false;
  const [here, there] = [getComputedStyle(a), getComputedStyle(b)];
  return (
    here.gridRowStart !== "auto" &&
    here.gridRowStart === there.gridRowStart &&
    here.gridColumnStart === there.gridColumnStart
  );
};

const hasGround = (element: Element): boolean =>
  hides(getComputedStyle(element)) ||
  ["::before", "::after"].some((part) => {
    const style = getComputedStyle(element, part);
    return style.content !== "none" && style.content !== "normal" && hides(style);
  });

/** At that point of the window both are to be seen, with no ground between them. */
const showsThrough = (one: Element, other: Element, { left, right, top, bottom }: Box): boolean => {
  const drawn = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
  const [a, b] = [drawn.indexOf(one), drawn.indexOf(other)];
  if (a < 0 || b < 0) return false;
  return !drawn.slice(Math.min(a, b), Math.max(a, b)).some(hasGround);
};

/** Neither is meant to lie over the other: both are in one flow, or one is lifted out of it and shows what is behind. */
const isLaidOut = (a: Piece, b: Piece, both: Box): boolean => {
  if (a.place.apart !== b.place.apart) return false;
  if (a.place.lifted === b.place.lifted) return !isStacked(a.of, b.of);
  const isOn = (over: Place, under: Place): boolean =>
    over.lifted !== null && !over.isBacked && over.liftedFrom === under.lifted;
  return (isOn(a.place, b.place) || isOn(b.place, a.place)) && showsThrough(a.of, b.of, both);
};

const isOfControl = ({ of }: Piece): boolean => closest(of, (at) => fitsSelector(at, CONTROL)) !== null;

const isOver = (a: Piece, b: Piece): boolean => {
  if (a.of === b.of) return false;
  const both = meet(a.box, b.box);
  const [width, height] = [widthOf(both), heightOf(both)];
  const isText = !a.field && !b.field;
  if (width < (isText ? LEAST_TEXT_PX : LEAST_FIELD_PX)) return false;
  if (height < LEAST_SHARE * Math.min(heightOf(a.box), heightOf(b.box))) return false;
  if (!isText && a.place.lifted !== b.place.lifted) return false;
  const [field, text] = a.field ? [a, b] : [b, a];
  const isBeside = !isText && !text.field && !isInside(text.of, field.of);
  if (isBeside && (isOfControl(text) || !WORDY.test(wholeText(text.of)))) return false;
  return (isText || text.field || isBeside) && isLaidOut(a, b, both);
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
      if (attribute(part, "class") !== attribute(next, "class")) continue;
      const both = meet(boxOf(part), boxOf(next));
      if (widthOf(both) < LEAST_BOX.over || heightOf(both) < LEAST_BOX.over) continue;
      if (!isBox(part) || !isBox(next) || isStacked(part, next)) continue;
      const [one, other] = [placeOf(part), placeOf(next)];
      if (one.apart === other.apart && one.lifted === other.lifted) return [part, next];
    }
  }
  return null;
};

/**
 * The first two things of the page of which one lies over the other, in words; null where none does. Texts and fields count that
 * are laid out in one flow, a text that is taken out of it and lies over another with nothing between them, and framed parts of
 * one kind. What keeps its place in the window or is turned is compared with what is in it alone; what is drawn, editable as a page
 * or hidden from assistive technology is left out.
 */
export const findOverlap = (): string | null => {
  const body = bodyOf();
  if (!body) return null;
  const { elements } = elementsBelow(body);
  const placeOf = placing();
  const found = ofPieces(piecesOf(elements, placeOf)) ?? ofBoxes([body, ...elements], placeOf);
  if (!found) return null;
  const [one, other] = found;
  return `${nameOf(one)} and ${nameOf(other)} lie over each other`;
};
