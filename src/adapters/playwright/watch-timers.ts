import { ASKED } from "./page-script/planned.ts";

/** What is planned for later than so is waited for by nobody. */
const SOON_MS = 1000;
/** A timer may run late. */
const LATE_MS = 20;

/** Runs in the page, before its own scripts, and refers to nothing outside itself. */
const install = (asked: string, soonMs: number, lateMs: number): void => {
  let planned = 0;
  const repeating = new Set<unknown>();
  const delayOf = (given: unknown): number => Math.max(0, Number(given) || 0);
  type Called = (...given: unknown[]) => unknown;
  const later = window.setTimeout.bind(window);
  // A timer that was set after another and is due after it runs after it, however late both are.
  const note = (ms: number): void => {
    if (ms > soonMs) return;
    planned += 1;
    later(() => {
      planned -= 1;
    }, ms + lateMs);
  };
  const standIn = (name: string, call: (real: Called, self: unknown, given: unknown[]) => unknown): void => {
    const all = window as unknown as Record<string, Called>;
    const real = all[name];
    if (real) all[name] = new Proxy(real, { apply: call });
  };
  standIn("setTimeout", (real, self, given) => {
    note(delayOf(given[1]));
    return Reflect.apply(real, self, given);
  });
  standIn("setInterval", (real, self, given) => {
    const id = Reflect.apply(real, self, given);
    if (delayOf(given[1]) <= soonMs) repeating.add(id);
    return id;
  });
  for (const name of ["clearInterval", "clearTimeout"])
    standIn(name, (real, self, given) => {
      repeating.delete(given[0]);
      return Reflect.apply(real, self, given);
    });
  for (const name of ["requestAnimationFrame", "requestIdleCallback"])
    standIn(name, (real, self, given) => {
      note(lateMs);
      return Reflect.apply(real, self, given);
    });
  document.addEventListener(asked, (event) => {
    if (repeating.size === 0 && planned === 0) event.preventDefault();
  });
};

/** A script for new documents: notes their timers, and tells whether one of a second or less is still to run. */
export const timersScript = (): string =>
  `(${install.toString()})(${JSON.stringify(ASKED)}, ${SOON_MS}, ${LATE_MS});`;
