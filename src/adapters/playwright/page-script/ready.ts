import { isBeingMoved } from "./animated.ts";
import { clickedFor, coverAt, guardAgainstMisses, isLeaving, pointOn, stay, unguard } from "./hit.ts";
import type { Point } from "./hit.ts";
import { awaitOne, elementsFor, foundOf } from "./locate.ts";
import { explain } from "./nearest.ts";
import { indexDocument } from "./document-index.ts";
import { watch } from "./observe.ts";
import type { ElementQuery, Found, PageAction, Ready } from "./protocol.ts";
import { visibleLabel } from "./resolve.ts";
import { checkedState, holderOf, isDisabled, isInert, isReadOnly } from "./states.ts";
import { chooseOptions, prepareTyping, takeFocus } from "./typing.ts";
import { isVisible } from "./tree.ts";

/** Pauses between tries to get at something that is covered, the last one again and again. */
const PAUSES = [0, 20, 100, 100, 500];
/** Where to scroll to in each try, so that nothing that sticks to an edge stays above; first as little as possible. */
const SCROLLS: (ScrollIntoViewOptions | null)[] = [
  null,
  { block: "end", inline: "end" },
  { block: "center", inline: "center" },
  { block: "start", inline: "start" },
];
const MOVES = "it keeps moving";
const CHANGED = "it keeps changing";
/** A page that draws no frames is not waited for any longer than so. */
const FRAMES_MS = 1000;

type Lack = "it is hidden" | "it is disabled" | "it is read-only" | "it is inert" | { unfit: string };

/** What keeps a user from the action, besides movement and what lies above; null: nothing. */
const lackOf = (node: Element, { kind }: PageAction): Lack | null => {
  if (kind === "press") return null;
  if (!isVisible(node)) return "it is hidden";
  if (kind === "hover") return null;
  const holder = holderOf(node);
  if (isDisabled(holder)) return "it is disabled";
  if (kind === "fill") {
    const locked = isReadOnly(holder);
    if (locked === null)
      return {
        unfit:
          "Element is not an <input>, <textarea>, <select> or [contenteditable] and does not have a role allowing [aria-readonly]",
      };
    if (locked) return "it is read-only";
  }
  return isInert(holder) ? "it is inert" : null;
};

/** Whether an element keeps its place over two frames; null when none was drawn in time. */
const isStill = (node: Element, timeoutMs: number): Promise<boolean | null> =>
  new Promise((resolve) => {
    let before: DOMRect | null = null;
    const timer = setTimeout(() => resolve(null), Math.min(FRAMES_MS, timeoutMs));
    const look = (): void => {
      const now = Element.prototype.getBoundingClientRect.call(node);
      if (before === null) {
        before = now;
        requestAnimationFrame(look);
        return;
      }
      clearTimeout(timer);
      resolve(
        before.x === now.x &&
          before.y === now.y &&
          before.width === now.width &&
          before.height === now.height &&
          !isBeingMoved(node),
      );
    };
    requestAnimationFrame(look);
  });

const scrollTo = (node: Element, tries: number): void => {
  const options = SCROLLS[tries % SCROLLS.length];
  if (options) node.scrollIntoView({ ...options, behavior: "instant" });
  else (node as Element & { scrollIntoViewIfNeeded(center: boolean): void }).scrollIntoViewIfNeeded(true);
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until nothing is lacking any more or the element went away. */
const awaitLack = (node: Element, action: PageAction, timeoutMs: number): Promise<unknown> =>
  watch(() => {
    const done = !node.isConnected || lackOf(node, action) === null;
    return { done, result: null, shadowRoots: [] };
  }, timeoutMs);

/**
 * Waits until the one element that fits can be acted on as a user could, as Playwright defines it: visible, enabled,
 * editable, not moving, in view and not covered, whatever of it the action needs. Does what needs no input of a user
 * (choosing options, setting dates) and prepares the rest: focus and selection for typing, the point for the mouse with
 * a guard against missing the element, to be ended with `acted`. Before the page is drawn (`isDrawn`) an element that has
 * the target's words in a longer name is not taken: the one that is called so may come yet.
 */
export const ready = async (
  { target, purpose }: ElementQuery,
  action: PageAction,
  timeoutMs: number,
  { withFingerprint, isDrawn }: { withFingerprint: boolean; isDrawn: boolean },
): Promise<Ready> => {
  const ends = performance.now() + timeoutMs;
  const left = (): number => Math.max(0, ends - performance.now());
  stay();
  let tries = 0;
  let why = "";
  for (;;) {
    const one = await awaitOne(target, purpose, false, left());
    const index = indexDocument();
    if ("problem" in one) return explain(index, one.problem, purpose);
    const { element } = one;
    const found = foundOf(index, one, { target, purpose }, withFingerprint);
    if (found.partly && !isDrawn) return { status: "partly", found };
    if (action.kind === "select" && found.listbox !== "native") return { status: "drawn", found };
    const node = index.visible(element) ? element : (visibleLabel(index, element) ?? element);
    const late = (why: string): Ready => ({ status: "unready", found, why });

    if (action.kind === "check") {
      const checked = checkedState(holderOf(node));
      if (checked === null) return { status: "unfit", found, why: "Not a checkbox or radio button" };
      if (checked === action.checked) return { status: "done", found };
      if (!action.checked && element instanceof HTMLInputElement && element.type === "radio")
        return {
          status: "unfit",
          found,
          why: "Cannot uncheck radio button. Radio buttons can only be unchecked by selecting another radio button in the same group.",
        };
    }
    const lack = lackOf(node, action);
    if (lack !== null) {
      if (typeof lack !== "string") return { status: "unfit", found, why: lack.unfit };
      if (left() === 0) return late(lack);
      await awaitLack(node, action, left());
      continue;
    }
    const done = await withoutMouse(node, action, found, left);
    if (done === "again") continue;
    if (done) return done;

    scrollTo(node, tries);
    const still = await isStill(node, left());
    const at = still ? reach(node, action) : { why: still === null && why !== "" ? why : MOVES };
    if ("x" in at) return { status: "point", found, ...at };
    why = at.why;
    if (left() === 0) return late(why);
    // Only what is in the way is met with another place to scroll to.
    if (still && why !== CHANGED) {
      await sleep(Math.min(left(), PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0));
      tries += 1;
    }
  }
};

/** The point to act at, with the guard set; else what is in the way. */
const reach = (node: Element, action: PageAction): Point | { why: string } => {
  if (!node.isConnected || lackOf(node, action) !== null) return { why: CHANGED };
  const point = pointOn(node);
  if (!point) return { why: "it cannot be scrolled into view" };
  const aim = clickedFor(node);
  const cover = coverAt(point, aim);
  if (cover !== null) return { why: `it is covered by ${cover}` };
  guardAgainstMisses(aim, action.kind === "hover" ? "hover" : "click");
  return point;
};

/** What needs no pointer; null: it does. */
const withoutMouse = async (
  node: Element,
  action: PageAction,
  found: Found,
  left: () => number,
): Promise<Ready | "again" | null> => {
  switch (action.kind) {
    case "press":
      takeFocus(node);
      return { status: "typing", found };
    case "fill": {
      const how = prepareTyping(holderOf(node), action.value);
      return how === "typing" || how === "done"
        ? { status: how, found }
        : { status: "unfit", found, why: how };
    }
    case "select": {
      const holder = holderOf(node);
      if (!(holder instanceof HTMLSelectElement))
        return { status: "unfit", found, why: "Element is not a <select> element" };
      const wrong = chooseOptions(holder, action.options);
      if (wrong === null) return { status: "done", found };
      if (left() === 0) return { status: "unready", found, why: wrong };
      await sleep(Math.min(left(), 20));
      return "again";
    }
    default:
      return null;
  }
};

/**
 * Ends the guard of a click and looks at what came of it: what was hit instead of the element, whether it is checked
 * now, and whether another document was asked for. Forms are sent off in a task of their own, which is let by first.
 */
export const acted = async (
  query: ElementQuery,
): Promise<{ cover: string | null; checked: boolean | null; leaving: boolean }> => {
  const cover = unguard();
  const [element] = query.purpose === "check" && cover === null ? elementsFor(query) : [];
  const checked = element ? checkedState(holderOf(element)) : null;
  await sleep(0);
  return { cover, checked, leaving: isLeaving() };
};
