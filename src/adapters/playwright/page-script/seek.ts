import { indexDocument } from "./document-index.ts";
import type { ElementQuery } from "./protocol.ts";
import { resolve } from "./resolve.ts";

/** How long a target may take to appear by itself before it is looked for by scrolling. */
const PATIENCE_MS = 500;
/** How long a list is waited for to draw what was scrolled to, and at its end to grow. */
const DRAW_MS = 120;
const GROW_MS = 800;
const LOOK_MS = 16;
const FRAME_MS = 1_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const canScroll = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 1 &&
  element.clientHeight > 0 &&
  /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);

/** What scrolls the rows of a list: the list itself, what is inside it, or what it is inside of; else the page. */
const scrollerOf = (around: Element | null): Element => {
  const page = document.scrollingElement ?? document.documentElement;
  if (around === null) {
    if (page.scrollHeight > page.clientHeight + 1) return page;
    return [...document.body.querySelectorAll("*")].find(canScroll) ?? page;
  }
  if (canScroll(around)) return around;
  const inside = [...around.querySelectorAll("*")].find(canScroll);
  if (inside) return inside;
  for (let at = around.parentElement; at && at !== document.body; at = at.parentElement)
    if (canScroll(at)) return at;
  return page;
};

const isThere = ({ target, purpose }: ElementQuery): boolean => {
  const found = resolve(indexDocument(), target, purpose);
  return found.ok ? found.elements.length + found.hidden.length > 0 : found.status === "invalid";
};

/** Waits in looks, not in time, so that a busy page, whose own timers are late as well, is as well waited for. */
const appears = async (query: ElementQuery, ms: number, left: () => number): Promise<boolean> => {
  for (let looks = Math.ceil(ms / LOOK_MS); ; looks -= 1) {
    if (isThere(query)) return true;
    if (looks <= 0 || left() <= 0) return false;
    await pause(LOOK_MS);
  }
};

/** Until the page has been told that it was scrolled: a frame, which a busy machine may be late with. */
const isTold = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => done());
    setTimeout(done, FRAME_MS);
  });

/**
 * Scrolls on, view by view, until the target is in the document: lists that draw only what is in view, or that grow
 * while they are scrolled. From where the list stands to its end, then from its top, each time more patiently, as long
 * as there is time. False when it did not come.
 */
export const seek = async (query: ElementQuery, timeoutMs: number): Promise<boolean> => {
  const ends = performance.now() + timeoutMs;
  const left = (): number => ends - performance.now();
  if (await appears(query, PATIENCE_MS, left)) return true;
  const { target } = query;
  const within = typeof target === "object" ? target.within : undefined;
  const around = within === undefined ? null : resolve(indexDocument(), within, "any");
  if (around && !around.ok) return false;
  const scroller = scrollerOf(around?.elements[0] ?? null);
  for (let patience = 1; left() > 0;) {
    const before = scroller.scrollTop;
    scroller.scrollTop = before + scroller.clientHeight * 0.9;
    const moved = scroller.scrollTop > before;
    if (moved) await isTold();
    if (await appears(query, moved ? DRAW_MS * patience : GROW_MS, left)) return true;
    const isAtEnd = !moved && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    if (!isAtEnd) continue;
    patience *= 2;
    scroller.scrollTop = 0;
    await isTold();
    if (await appears(query, DRAW_MS * patience, left)) return true;
  }
  return false;
};
