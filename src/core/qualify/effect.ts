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
 * text where both controls had the same.
 */
export const isSeen = (now: Traffic, caseId: string, [first, second]: [Traffic, Traffic]): boolean => {
  const [looks, before, again] = [looksOf(now, caseId), looksOf(first, caseId), looksOf(second, caseId)];
  return looks.some((look, index) => {
    const [one, other] = [before[index], again[index]];
    if (!one || !other) return false;
    if (look.pathname !== one.pathname && look.pathname !== other.pathname) return true;
    const [shown, once, twice] = [textsOf(look.facts), textsOf(one.facts), textsOf(other.facts)];
    const isOther = (css: string): boolean => {
      const [text, a, b] = [shown.get(css), once.get(css), twice.get(css)];
      if (a === b) return text !== a;
      return text === undefined ? a !== undefined && b !== undefined : careless.test(text);
    };
    return [...new Set([...shown.keys(), ...once.keys()])].some(isOther);
  });
};
