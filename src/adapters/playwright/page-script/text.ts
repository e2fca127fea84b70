import { patternFlags } from "#model/pattern-flags.ts";
import type { TextMatch } from "#model/target.ts";
import { fold } from "./fold.ts";
import { drawnChildren } from "./tree.ts";

export { clip, fold, lower } from "./fold.ts";

/** Longest text that a regular expression is tried on. */
const REGEX_TEXT = 100_000;

export const matches = (text: string, match: TextMatch): boolean => {
  if ("is" in match) return fold(text) === fold(match.is);
  if ("contains" in match) return fold(text).includes(fold(match.contains));
  return new RegExp(match.matches, patternFlags(match.matches)).test(fold(text).slice(0, REGEX_TEXT));
};

/** Null, or why the pattern cannot be used. */
export const patternProblem = (match: TextMatch): string | null => {
  if (!("matches" in match)) return null;
  try {
    void RegExp(match.matches);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const unseen = new Set(["script", "style", "noscript", "template", "head", "title"]);
const inline = new Set(["inline", "contents", "ruby", "none"]);

/** The text of one element as a reader sees it, open shadow roots included, case as in the source. */
export const seenText = (element: Element): string => {
  const parts: string[] = [];
  const visit = (node: Node, hidden: boolean): void => {
    if (node instanceof Text) {
      if (!hidden) parts.push(node.data);
      return;
    }
    if (!(node instanceof Element) || unseen.has(node.localName)) return;
    if (node.localName === "br") {
      parts.push(" ");
      return;
    }
    const style = getComputedStyle(node);
    if (style.display === "none") return;
    if (node instanceof HTMLInputElement) {
      if (/^(submit|button|reset)$/.test(node.type) && style.visibility === "visible") parts.push(node.value);
      return;
    }
    if (node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement) return;
    const block = !inline.has(style.display);
    if (block) parts.push(" ");
    for (const child of drawnChildren(node)) visit(child, style.visibility !== "visible");
    if (block) parts.push(" ");
  };
  visit(element, false);
  return fold(parts.join(""));
};
