import { composedParent, fitsSelector, wholeText } from "./tree.ts";
import { around, isEditableContent } from "./states.ts";
import { clip, fold } from "./text.ts";

export type Point = { x: number; y: number };

const HTML = 200;
const TEXT = 50;

/** The beginning of an element's HTML, in one line. */
const preview = (element: Element): string => {
  const attributes = [...element.attributes]
    .filter(({ name }) => name !== "style")
    .map(({ name, value }) => (value === "" ? ` ${name}` : ` ${name}="${value}"`))
    .toSorted((a, b) => a.length - b.length);
  const children = [...element.childNodes];
  const onlyText = children.length <= 5 && children.every((child) => child instanceof Text);
  const text = onlyText ? clip(fold(wholeText(element)), TEXT) : children.length > 0 ? "…" : "";
  return fold(`<${element.localName}${clip(attributes.join(""), HTML)}>${text}</${element.localName}>`);
};

/** What a click is meant for: the button or link around an element. */
export const clickedFor = (element: Element): Element => {
  if (fitsSelector(element, "input,textarea,select") || isEditableContent(element)) return element;
  return around(element, "button,[role=button],a,[role=link]") ?? element;
};

const hostParent = (element: Element): Element | null => {
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot
    ? parentNode.host
    : parentNode instanceof Element
      ? parentNode
      : null;
};

/** The element that is drawn at a point of the scope, with the quirks of elements without a box. */
const topmost = (root: Document | ShadowRoot, { x, y }: Point, hosts: readonly Element[]): Element | null => {
  const elements = root.elementsFromPoint(x, y);
  const single = root.elementFromPoint(x, y);
  const [first, second] = elements;
  if (single && first && hostParent(single) === first && getComputedStyle(single).display === "contents")
    return single;
  if (first && second === single && hosts.includes(first)) return second ?? null;
  return first ?? null;
};

/** What would receive an event at the point instead of `target` or something inside it; null when none would. */
export const coverAt = (point: Point, target: Element): string | null => {
  const roots: (Document | ShadowRoot)[] = [];
  for (let at: Element | null = target; at;) {
    const root: Node = Node.prototype.getRootNode.call(at);
    if (root instanceof ShadowRoot) {
      roots.push(root);
      at = root.host;
    } else {
      if (root instanceof Document) roots.push(root);
      break;
    }
  }
  const hostsFrom = (index: number): Element[] =>
    roots.slice(index).flatMap((root) => (root instanceof ShadowRoot ? [root.host] : []));
  let hit: Element | null = null;
  for (let index = roots.length - 1; index >= 0; index -= 1) {
    const root = roots[index];
    const inner = root ? topmost(root, point, hostsFrom(index)) : null;
    if (!inner) break;
    hit = inner;
    const below = roots[index - 1];
    if (below instanceof ShadowRoot && inner !== below.host) break;
  }
  const above: Element[] = [];
  for (; hit && hit !== target; hit = composedParent(hit)) above.push(hit);
  if (hit === target) return null;
  // Of what lies above, the outermost that does not hold the target as well.
  for (let at: Element | null = target; at; at = composedParent(at)) {
    const shared = above.indexOf(at);
    if (shared === -1) continue;
    const outermost = above[Math.max(0, shared - 1)];
    return preview(outermost ?? at);
  }
  return preview(above[0] ?? document.documentElement);
};

/** The middle of the first part of an element that is in view; null: nothing of it is. */
export const pointOn = (element: Element): Point | null => {
  const { innerWidth, innerHeight } = window;
  for (const { left, top, right, bottom } of Element.prototype.getClientRects.call(element)) {
    const [x1, x2] = [left, right].map((x) => Math.min(Math.max(x, 0), innerWidth)) as [number, number];
    const [y1, y2] = [top, bottom].map((y) => Math.min(Math.max(y, 0), innerHeight)) as [number, number];
    if ((x2 - x1) * (y2 - y1) > 0.99) {
      const round = (value: number): number => Math.trunc(value * 100) / 100;
      return { x: round((x1 + x2) / 2), y: round((y1 + y2) / 2) };
    }
  }
  return null;
};

const eventsOf = {
  click: new Set([
    "mousedown",
    "mouseup",
    "pointerdown",
    "pointerup",
    "click",
    "auxclick",
    "dblclick",
    "contextmenu",
  ]),
  hover: new Set(["mousemove"]),
};
let guard: ((event: Event) => void) | null = null;
let hit: string | null = null;

/** The target has gone, and what is pressed in its place is something else than the same once more. */
const isAstray = (event: Event, target: Element): boolean => {
  if (target.isConnected && Element.prototype.getClientRects.call(target).length > 0) return false;
  const [there] = event.composedPath();
  const pressed = there instanceof Element ? clickedFor(there) : null;
  return pressed?.localName !== target.localName || wholeText(pressed) !== wholeText(target);
};

/**
 * From now on events of the mouse reach the page only when they hit the target, and the second click of two not what the
 * first has laid open; for everything else see `unguard`.
 */
export const guardAgainstMisses = (target: Element, kind: "click" | "hover"): void => {
  let known = false;
  let clicked = false;
  let astray = false;
  hit = null;
  guard = (event) => {
    if (!eventsOf[kind].has(event.type) || !event.isTrusted || !(event instanceof MouseEvent)) return;
    if (!known) {
      known = true;
      hit = coverAt({ x: event.clientX, y: event.clientY }, target);
    }
    if (clicked && event.type === "pointerdown") astray = isAstray(event, target);
    clicked ||= event.type === "click";
    if (hit === null && !astray) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
};

type NavigateEvent = Event & { destination: { sameDocument: boolean }; downloadRequest: string | null };
let leaving: Event | null = null;

/**
 * Listens for misses, and for navigations to another document.
 */
export const listen = (): void => {
  const { navigation } = window as Window & { navigation?: EventTarget };
  navigation?.addEventListener("navigate", (event) => {
    const { destination, downloadRequest } = event as NavigateEvent;
    if (!destination.sameDocument && downloadRequest === null) leaving = event;
  });
  for (const name of [...eventsOf.click, ...eventsOf.hover])
    window.addEventListener(name, (event) => guard?.(event), { capture: true, passive: false });
};

/** Forgets the navigations that were asked for till now. */
export const stay = (): void => {
  leaving = null;
};

/** Whether since `stay` the page has asked for another document and not taken that back. */
export const isLeaving = (): boolean => leaving !== null && !leaving.defaultPrevented;

/** Ends the guard: what was hit instead of the target, or null. */
export const unguard = (): string | null => {
  guard = null;
  return hit;
};
