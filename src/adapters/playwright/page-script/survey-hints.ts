import type { PageSurvey } from "#model/survey.ts";
import type { Surveyor } from "./survey-parts.ts";
import { attribute } from "./tree.ts";

const MOST = 20;
const LONGEST = 200;
const ATTRIBUTES = ["placeholder", "title", "aria-label", "alt"] as const;
/** Signs of programs: braces, percent signs, entities, words joined by dots. */
const ODD = /[{}%[\]]|&#?\w+;|\p{L}\.\p{L}|\b(?:NaN|undefined|null)\b/u;

/** What elements say of themselves that few people would write so. */
export const surveyHints = ({ visible }: Surveyor): PageSurvey["hints"] => {
  const found = new Map<string, PageSurvey["hints"][number]>();
  for (const element of visible) {
    for (const name of ATTRIBUTES) {
      const text = attribute(element, name);
      if (text === null || text.length > LONGEST || !ODD.test(text)) continue;
      found.set(`${name} ${text}`, { attribute: name, text });
      if (found.size >= MOST) return [...found.values()];
    }
  }
  return [...found.values()];
};
