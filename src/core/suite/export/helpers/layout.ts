/** Source of the helper behind the expect about what lies over something else. */
export const layoutHelpers: Record<string, string> = {
  LaidOut: String.raw`
type Box = { left: number; right: number; top: number; bottom: number };
/** How an element is laid out: in the flow of what it is apart in, or lifted out of it. */
type LaidOut = {
  apart: Element | null;
  lifted: Element | null;
  from: Element | null;
  backed: boolean;
  cut: Box | null;
  seen: boolean;
};
type Piece = { of: Element; box: Box; place: LaidOut; field: boolean };`,
  overlapIn: String.raw`
/** Runs in the page: the first two things of which one lies over the other, in words. */
const overlapIn = (): string | null => {
  const fields =
    "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file], [type=submit], [type=reset], [type=button], [type=image], [type=color])";
  const omitted = "svg, canvas, [aria-hidden=true], [contenteditable]:not([contenteditable=false]), [inert]";
  const width = ({ left, right }: Box): number => right - left;
  const height = ({ top, bottom }: Box): number => bottom - top;
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const clear = (color: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);
  const hides = (style: CSSStyleDeclaration): boolean =>
    !clear(style.backgroundColor) || style.backgroundImage !== "none";
  const turned = ({ transform, rotate }: CSSStyleDeclaration): boolean =>
    rotate !== "none" ||
    /matrix3d|^matrix\([^,]+, (?!-?0,)|^matrix\([^,]+, [^,]+, (?!-?0,)/.test(transform);
  const up = (one: Element): Element | null => {
    const root = one.getRootNode();
    return one.assignedSlot ?? one.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const places = new Map<Element, LaidOut>();
  const placeOf = (one: Element): LaidOut => {
    const known = places.get(one);
    if (known) return known;
    const parent = up(one);
    const around = parent
      ? placeOf(parent)
      : { apart: null, lifted: null, from: null, backed: false, cut: null, seen: true };
    const style = getComputedStyle(one);
    const ofPage = one === document.documentElement || one === document.body;
    const lifts = style.position === "absolute";
    const cuts = !ofPage && style.overflowX !== "visible" ? one.getBoundingClientRect() : null;
    const outer = style.position === "fixed" ? null : around.cut;
    const place = {
      apart: /fixed|sticky/.test(style.position) || turned(style) ? one : around.apart,
      lifted: lifts ? one : around.lifted,
      from: lifts ? around.lifted : around.from,
      backed: (!ofPage && hides(style)) || (!lifts && around.backed),
      cut: cuts && outer ? meet(cuts, outer) : (cuts ?? outer),
      seen: around.seen && !one.matches(omitted) && style.clip === "auto" && style.clipPath === "none",
    };
    places.set(one, place);
    return place;
  };
  const drawn = (one: Element): boolean =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const elements = all(document.body);
  const linesOf = (one: Element): Box[] =>
    /^(script|style|noscript|template)$/.test(one.localName)
      ? []
      : [...one.childNodes].flatMap((node) => {
          if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? "").trim() === "") return [];
          const range = document.createRange();
          range.selectNodeContents(node);
          return [...range.getClientRects()];
        });
  const pieces = elements.slice(0, 20000).flatMap((of): Piece[] => {
    const field = of.matches(fields);
    const boxes = field ? [of.getBoundingClientRect()] : linesOf(of);
    if (boxes.length === 0 || !drawn(of)) return [];
    const place = placeOf(of);
    if (!place.seen || clear(getComputedStyle(of).color)) return [];
    return boxes
      .map((box) => (place.cut ? meet(box, place.cut) : box))
      .filter((box) => width(box) >= 4 && height(box) >= 4)
      .filter(({ right, bottom }) => right + scrollX > 0 && bottom + scrollY > 0)
      .map((box) => ({ of, box, place, field }));
  });
  const over = (a: LaidOut, b: LaidOut): boolean =>
    a.lifted !== null && !a.backed && a.from === b.lifted;
  const meant = (a: LaidOut, b: LaidOut): boolean =>
    a.apart !== b.apart || (a.lifted !== b.lifted && !over(a, b) && !over(b, a));
  const ofControl = ({ of }: Piece): boolean =>
    of.closest("label, button, a, [role=button], [role=link], legend") !== null;
  const clash = (a: Piece, b: Piece): boolean => {
    if (a.of === b.of || meant(a.place, b.place)) return false;
    const both = meet(a.box, b.box);
    if (height(both) < 0.5 * Math.min(height(a.box), height(b.box))) return false;
    if (!a.field && !b.field) return width(both) >= 12;
    if (a.place.lifted !== b.place.lifted || width(both) < 24) return false;
    return (a.field && b.field) || !ofControl(a.field ? b : a);
  };
  const called = (one: Element): string =>
    one.localName + " " + JSON.stringify((one.textContent ?? "").trim().slice(0, 40));
  const told = (a: Element, b: Element): string => called(a) + " and " + called(b) + " lie over each other";
  let open: Piece[] = [];
  for (const piece of pieces.sort((a, b) => a.box.top - b.box.top)) {
    open = open.filter(({ box }) => box.bottom > piece.box.top);
    const under = open.find((other) => clash(other, piece));
    if (under) return told(under.of, piece.of);
    open.push(piece);
  }
  const framed = (one: Element): boolean => {
    const [box, style] = [one.getBoundingClientRect(), getComputedStyle(one)];
    const border = parseFloat(style.borderTopWidth) > 0 && !clear(style.borderTopColor);
    return (
      width(box) >= 80 &&
      height(box) >= 30 &&
      style.display !== "inline" &&
      (hides(style) || style.boxShadow !== "none" || border) &&
      (one.textContent ?? "").trim().length >= 4 &&
      drawn(one) &&
      placeOf(one).seen
    );
  };
  for (const one of elements) {
    const next = one.nextElementSibling;
    if (next?.localName !== one.localName || next.getAttribute("class") !== one.getAttribute("class"))
      continue;
    const both = meet(one.getBoundingClientRect(), next.getBoundingClientRect());
    if (width(both) < 16 || height(both) < 16 || !framed(one) || !framed(next)) continue;
    const [a, b] = [placeOf(one), placeOf(next)];
    if (a.apart === b.apart && a.lifted === b.lifted) return told(one, next);
  }
  return null;
};`,
  expectNoOverlap: String.raw`
/** No text, field or card of the page lies over another, once it is quiet. */
async function expectNoOverlap(page: Page, { timeout }: Options = {}): Promise<void> {
  const limit = limitOf(page, timeout, 5000);
  await settle(page, { timeout: limit });
  await until(limit, () => page.evaluate(overlapIn));
}`,
};
