import type { PageSurvey } from "#model/survey.ts";
import type { Surveyor } from "./survey-parts.ts";
import { CODE } from "./survey-parts.ts";
import { fold } from "./text.ts";
import { closest, drawnChildren, fitsSelector, wholeText } from "./tree.ts";

const MOST = 60;
/** What is longer is prose. */
const LONGEST = 120;
/** A word, and behind it a day, or a month and a day, with the year. */
const DATED = /\p{L}{2}\.?,? (?:\p{L}{2,10}\.? )?\d/u;
const YEAR = /(?<!\d)\d{4}(?!\d)/;
const ONE_WORD = /^\s*\p{L}{2,10}[.,]{0,2}\s*$/u;

/** A word that is set off in the line that it belongs to. */
const isSetOff = (element: Element): boolean =>
  fitsSelector(element, "b,strong,em,i,span,abbr,small") &&
  ONE_WORD.test(wholeText(element)) &&
  getComputedStyle(element).display === "inline";

/** The texts of an element itself, each up to where another element comes in. */
const ownTexts = (element: Element): string[] => {
  const texts = [""];
  for (const node of drawnChildren(element)) {
    const isText = node instanceof Text || (node instanceof Element && isSetOff(node));
    if (isText) texts.push((texts.pop() ?? "") + wholeText(node));
    else if (node instanceof Element) texts.push("");
  }
  return texts.map(fold);
};

/** Texts of which it is certain that the word and the day were written together. */
export const surveyDated = ({ visible }: Surveyor): PageSurvey["dated"] => {
  const found = new Set<string>();
  for (const element of visible) {
    if (found.size >= MOST) break;
    if (fitsSelector(element, "option,textarea")) continue;
    const texts = ownTexts(element).filter(
      (text) => text.length <= LONGEST && YEAR.test(text) && DATED.test(text),
    );
    if (texts.length === 0 || closest(element, (at) => fitsSelector(at, CODE))) continue;
    for (const text of texts) found.add(text);
  }
  return [...found];
};
