import type { SurveyField } from "./survey.ts";
import type { Target } from "./target.ts";

/** A form that a control brings up with what is stored in it, and that can be given up, as it was tried once. */
export type SiteCancel = {
  pageId: string;
  path: string;
  opener: { name: string; target: Target };
  /** What something else was typed into. */
  field: SurveyField;
  /** Numbers that it takes besides its own, by their whole part, and the decimals that all of them have, such as `.00`; null of a field for words. */
  numbers: { least: number; most: number; decimals: string } | null;
  cancel: Target;
  /** It has to be the same as soon as the form is put aside, not only later: nothing else comes up then. */
  atOnce: boolean;
};
