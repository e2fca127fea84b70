import type { PageFacts } from "#ports/edge.ts";
import type { Fault } from "./fault.ts";
import { looksOf } from "./seen.ts";
import type { Traffic } from "./traffic.ts";

/** Whether a fault may take effect and yet change nothing that could be seen: a page need not use what it was sent. */
export const mayBeUnseen = ({ change }: Fault): boolean =>
  "http" in change && ["edit", "stale", "forget", "redirect"].includes(change.http.does);

const careless = /\b(?:undefined|null|NaN|Invalid Date)\b/;

const textsOf = ({ elements }: PageFacts): Map<string, string> =>
  new Map(elements.map(({ css, text }) => [css, text]));

/**
 * Whether what a case was shown differs from both controls, look by look: another page, an element more or less, another
 * text where both controls had the same, one that stayed where it changed in both, or the other way round.
 */
export const isSeen = (now: Traffic, caseId: string, [first, second]: [Traffic, Traffic]): boolean => {
  const [looks, before, again] = [looksOf(now, caseId), looksOf(first, caseId), looksOf(second, caseId)];
  return looks.some((look, index) => {
    const [one, other] = [before[index], again[index]];
    if (!one || !other) return false;
    if (look.page !== one.page && look.page !== other.page) return true;
    const [shown, once, twice] = [textsOf(look.facts), textsOf(one.facts), textsOf(other.facts)];
    const [last, lastOnce, lastTwice] = [looks, before, again].map((all) => {
      const earlier = index === 0 ? undefined : all[index - 1];
      return earlier ? textsOf(earlier.facts) : new Map<string, string>();
    });
    const isOther = (css: string): boolean => {
      const [text, a, b] = [shown.get(css), once.get(css), twice.get(css)];
      if (a === b) return text !== a;
      if (text === undefined) return a !== undefined && b !== undefined;
      // Where every run has a text of its own, it tells whether it changed here as it did in both controls.
      const hasChanged = text !== last?.get(css);
      const did = [a !== lastOnce?.get(css), b !== lastTwice?.get(css)];
      return careless.test(text) || did.every((each) => each !== hasChanged);
    };
    return [...new Set([...shown.keys(), ...once.keys()])].some(isOther);
  });
};
