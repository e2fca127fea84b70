import type { SurveyField } from "./survey.ts";
import type { Target } from "./target.ts";

/** A field on the page of an item that keeps a text of one's own, such as notes, as a text was saved in it once. */
export type SiteKeptText = {
  pageId: string;
  path: string;
  /** Of the button that saves it. */
  name: string;
  submit: Target;
  field: SurveyField;
  /** It was seen to be empty again once it was saved with nothing in it. */
  clears: boolean;
};
