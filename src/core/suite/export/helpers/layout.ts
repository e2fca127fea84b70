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
  const elements = all(document.documentElement);
  const linesOf = (one: Element): Box[] =>
    /^(script|style|noscript|template)$/.test(one.localName)
      ? []
      : [...one.childNodes].flatMap((node) => {
          if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? "").trim() === "") return [];
          const range = document.createRange();
          range.selectNodeContents(node);
          return [...range.getClientRects()];
        });
  const letters = ({ left, right, top, bottom }: Box): Box => ({
    left,
    right,
    top: top + 0.2 * (bottom - top),
    bottom: top + 0.85 * (bottom - top),
  });
  const page = document.documentElement.getBoundingClientRect();
  const whole = elements.flatMap((of): Piece[] => {
    const field = of.matches(fields);
    const boxes = field ? [of.getBoundingClientRect()] : linesOf(of).map(letters);
    if (boxes.length === 0 || !drawn(of)) return [];
    const place = placeOf(of);
    if (!place.seen || clear(getComputedStyle(of).color)) return [];
    return boxes
      .map((box) => (place.cut ? meet(box, place.cut) : box))
      .filter((box) => width(box) >= 4 && height(box) >= 4)
      .filter(({ right, bottom }) => right > page.left && bottom > page.top)
      .map((box) => ({ of, box, place, field }));
  });
  const pieces = whole.slice(0, 4000);
  const around = (one: Element): Element[] => {
    const parent = up(one);
    return [one, ...(parent ? around(parent) : [])];
  };
  const stacked = (one: Element, other: Element): boolean => {
    const [ofOne, ofOther] = [around(one), around(other)];
    const grid = ofOne.find((at) => ofOther.includes(at));
    if (!grid || !getComputedStyle(grid).display.includes("grid")) return false;
    const [a, b] = [ofOne, ofOther].map((path) => path[path.indexOf(grid) - 1]);
    if (!a || !b) return false;
    const [here, there] = [getComputedStyle(a), getComputedStyle(b)];
    return (
      here.gridRowStart !== "auto" &&
      here.gridRowStart === there.gridRowStart &&
      here.gridColumnStart === there.gridColumnStart
    );
  };
  const ground = (one: Element): boolean =>
    hides(getComputedStyle(one)) ||
    ["::before", "::after"].some((part) => {
      const style = getComputedStyle(one, part);
      return style.content !== "none" && style.content !== "normal" && hides(style);
    });
  const through = (one: Element, other: Element, box: Box): boolean => {
    const points = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const [a, b] = [points.indexOf(one), points.indexOf(other)];
    return a >= 0 && b >= 0 && !points.slice(Math.min(a, b), Math.max(a, b)).some(ground);
  };
  const over = (a: LaidOut, b: LaidOut): boolean =>
    a.lifted !== null && !a.backed && a.from === b.lifted;
  const laidOut = (a: Piece, b: Piece, both: Box): boolean => {
    if (a.place.apart !== b.place.apart) return false;
    if (a.place.lifted === b.place.lifted) return !stacked(a.of, b.of);
    return (over(a.place, b.place) || over(b.place, a.place)) && through(a.of, b.of, both);
  };
  const ofControl = ({ of }: Piece): boolean =>
    around(of).some((at) => at.matches("label, button, a, [role=button], [role=link], legend"));
  const clash = (a: Piece, b: Piece): boolean => {
    if (a.of === b.of) return false;
    const both = meet(a.box, b.box);
    const ofText = !a.field && !b.field;
    if (width(both) < (ofText ? 12 : 24)) return false;
    if (height(both) < 0.5 * Math.min(height(a.box), height(b.box))) return false;
    if (!ofText && a.place.lifted !== b.place.lifted) return false;
    const [field, text] = a.field ? [a, b] : [b, a];
    const beside = !ofText && !text.field && !field.of.contains(text.of);
    if (beside && (ofControl(text) || !/\p{L}{4}/u.test(text.of.textContent ?? ""))) return false;
    return (ofText || text.field || beside) && laidOut(a, b, both);
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
    const next = one.parentElement && one.nextElementSibling;
    if (next?.localName !== one.localName || next.getAttribute("class") !== one.getAttribute("class"))
      continue;
    const both = meet(one.getBoundingClientRect(), next.getBoundingClientRect());
    if (width(both) < 16 || height(both) < 16 || !framed(one) || !framed(next) || stacked(one, next))
      continue;
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
