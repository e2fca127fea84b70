import type { SurveyField } from "./survey.ts";
import type { Target, TargetObject } from "./target.ts";

/** A form to which lines of the same fields are added, as it was tried: one was added, and the first removed. */
export type SiteLines = {
  pageId: string;
  path: string;
  add: { name: string; target: Target };
  /** Of the first line, which the second has as well. */
  field: SurveyField;
  /** What removes the first line and the second, while there are two. */
  remove: { name: string; first: TargetObject; second: TargetObject };
  /** Fields of a line for numbers, and the words beside an amount that grew with a second line; null where none did. */
  sum: { fields: SurveyField[]; words: string } | null;
};

/** Lines of a form whose fields are called by their number: "Ingredient 1", "Ingredient 2"; `remove` is for the first. */
export type SiteNumberedLines = {
  pageId: string;
  path: string;
  /** What adds a second line to a form that begins with one; null where it has two from the first. */
  add: Target | null;
  name: string;
  first: Target;
  second: Target;
  remove: { name: string; target: Target };
};
