import { ASKED } from "./page-script/planned.ts";

/** What is planned for later than so is waited for by nobody. */
const SOON_MS = 1000;
/** A timer may run late. */
const LATE_MS = 20;

/** Runs in the page, before its own scripts, and refers to nothing outside itself. */
const install = (asked: string, soonMs: number, lateMs: number): void => {
  const due: number[] = [];
  const repeating = new Set<unknown>();
  const note = (ms: number): void => {
    if (ms > soonMs) return;
    const now = performance.now();
    // Of those that are over, none has to be kept.
    if (due.length > 500) due.splice(0, due.length, ...due.filter((at) => at > now));
    due.push(now + ms + lateMs);
  };
  const delayOf = (given: unknown): number => Math.max(0, Number(given) || 0);
  type Called = (...given: unknown[]) => unknown;
  const standIn = (name: string, call: (own: Called, self: unknown, given: unknown[]) => unknown): void => {
    const all = window as unknown as Record<string, Called>;
    const own = all[name];
    if (own) all[name] = new Proxy(own, { apply: call });
  };
  standIn("setTimeout", (own, self, given) => {
    note(delayOf(given[1]));
    return Reflect.apply(own, self, given);
  });
  standIn("setInterval", (own, self, given) => {
    const id = Reflect.apply(own, self, given);
    if (delayOf(given[1]) <= soonMs) repeating.add(id);
    return id;
  });
  for (const name of ["clearInterval", "clearTimeout"])
    standIn(name, (own, self, given) => {
      repeating.delete(given[0]);
      return Reflect.apply(own, self, given);
    });
  for (const name of ["requestAnimationFrame", "requestIdleCallback"])
    standIn(name, (own, self, given) => {
      note(lateMs);
      return Reflect.apply(own, self, given);
    });
  document.addEventListener(asked, (event) => {
    const now = performance.now();
    if (repeating.size === 0 && due.every((at) => at <= now)) event.preventDefault();
  });
};

/** A script for new documents: notes their timers, and tells whether one of a second or less is still to run. */
export const timersScript = (): string =>
  `(${install.toString()})(${JSON.stringify(ASKED)}, ${SOON_MS}, ${LATE_MS});`;
