/** Least and longest pause between two looks when nothing seems to change; looking takes at most a fifth of the time. */
const LEAST_PAUSE = 16;
const LONGEST_PAUSE = 400;
const SHARE = 4;
/** What has not changed for long is looked at more rarely: it is seen late by a sixteenth of the time that it took. */
const PATIENCE = 16;

const changes = [
  "input",
  "change",
  "focusin",
  "focusout",
  "load",
  "error",
  "popstate",
  "hashchange",
  "toggle",
];
const motions = ["transitionend", "animationend", "readystatechange", "DOMContentLoaded"];

/** What one look found; `done` ends the watch. */
export type Look<R> = { done: boolean; result: R; shadowRoots: readonly ShadowRoot[] };

/**
 * Looks again after every change of the document until a look is done or the time is up, and gives the last result.
 * A change is seen at once; what makes no event (style sheets, values set by scripts) is seen within a frame or a few, and later where
 * nothing has changed for long: many waits in vain at once are to leave time for the rest.
 */
export const watch = <R>(look: () => Look<R>, timeoutMs: number): Promise<R> =>
  new Promise((resolve, reject) => {
    const ends = performance.now() + timeoutMs;
    const watched = new Set<Node>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastEnd = 0;
    let lastChange = performance.now();
    let cost = 0;

    const observer = new MutationObserver(() => soon());
    const observe = (root: Node): void => {
      if (watched.has(root)) return;
      watched.add(root);
      observer.observe(root, { childList: true, subtree: true, attributes: true, characterData: true });
    };
    const stop = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      for (const name of [...changes, ...motions]) window.removeEventListener(name, soon, true);
    };
    const run = (): void => {
      clearTimeout(timer);
      const began = performance.now();
      try {
        const { done, result, shadowRoots } = look();
        shadowRoots.forEach(observe);
        lastEnd = performance.now();
        cost = lastEnd - began;
        if (done || lastEnd >= ends) {
          stop();
          resolve(result);
          return;
        }
      } catch (error) {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      const still = lastEnd - lastChange;
      later(Math.min(LONGEST_PAUSE, Math.max(LEAST_PAUSE, cost * SHARE, still / PATIENCE)));
    };
    const later = (pause: number): void => {
      clearTimeout(timer);
      timer = setTimeout(run, Math.max(0, Math.min(pause, ends - performance.now())));
    };
    /** After a change: at once, unless looking is so dear that the page itself would get no time. */
    const soon = (): void => {
      lastChange = performance.now();
      const since = lastChange - lastEnd;
      if (since >= cost) queueMicrotask(() => run());
      else later(cost - since);
    };

    observe(document);
    for (const name of [...changes, ...motions]) window.addEventListener(name, soon, true);
    run();
  });
