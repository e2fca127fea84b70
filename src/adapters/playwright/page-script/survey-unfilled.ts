import type { PageSurvey } from "#model/survey.ts";
import type { Surveyor } from "./survey-parts.ts";
import { CODE } from "./survey-parts.ts";
import { childElements, closest, fitsSelector, wholeText } from "./tree.ts";

const MOST = 5;
/** Such a word alone, or with a unit or a word or two behind it. */
const NO_VALUE =
  /^[€$£¥₹]?\s?(?:undefined|NaN|null|Invalid Date|\[object Object\])(?:\s?[%€$£¥₹]|[ /][\p{L}\d%²³°./()-]{1,12}){0,3}$/u;

/** Elements without children that show what stands for no value. */
export const surveyUnfilled = ({ index, visible }: Surveyor): PageSurvey["unfilled"] => {
  const found = new Set<string>();
  for (const element of visible) {
    if (childElements(element).length > 0 || fitsSelector(element, "option,textarea,input")) continue;
    const text = wholeText(element).trim();
    if (text.length > 60 || !NO_VALUE.test(text) || closest(element, (at) => fitsSelector(at, CODE)))
      continue;
    found.add(index.text(element));
    if (found.size >= MOST) break;
  }
  return [...found];
};
