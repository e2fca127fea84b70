import type { DocumentIndex } from "./document-index.ts";
import { fold, lower } from "./text.ts";
import { drawnChildren, firstInside } from "./tree.ts";

export type TextMode = "exact" | "equal" | "contains";

const unsearched = new Set(["script", "style", "noscript", "template", "head", "option"]);

/**
 * The smallest elements whose visible text is (`exact`: case-sensitive, `equal`: not) or contains the wanted text, in
 * document order.
 */
export const searchText = (
  index: DocumentIndex,
  roots: Element[],
  wanted: string,
  mode: TextMode,
): Element[] => {
  const needle = lower(wanted);
  if (needle === "") return [];
  const words = needle.split(" ");
  const results: Element[] = [];
  const fits = (element: Element): boolean => {
    const text = index.text(element);
    if (mode === "exact") return text === fold(wanted);
    return mode === "equal" ? text.toLowerCase() === needle : text.toLowerCase().includes(needle);
  };
  const search = (element: Element): boolean => {
    if (unsearched.has(element.localName)) return false;
    if (element instanceof HTMLInputElement) {
      if (!/^(submit|button|reset)$/.test(element.type) || !fits(element)) return false;
      results.push(element);
      return true;
    }
    const raw = index.rawText(element);
    const buttons =
      index.shadowRoots.length === 0 && firstInside(element, "input[type=submit],input[type=button]");
    if (!buttons && !words.every((word) => raw.includes(word))) return false;
    let below = false;
    for (const child of drawnChildren(element)) if (child instanceof Element && search(child)) below = true;
    if (below) return true;
    if (!fits(element)) return false;
    results.push(element);
    return true;
  };
  for (const root of roots) search(root);
  return results;
};
