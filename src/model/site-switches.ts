import type { SurveyCollection, SurveyField } from "./survey.ts";
import type { SiteProblem } from "./site-pages.ts";
import type { Target } from "./target.ts";

/** A box or a select that stands in no form with a button, and changes what its page shows, as it was tried. */
export type SiteSwitch = {
  pageId: string;
  path: string;
  name: string;
  target: Target;
  /** What is put in while trying, and what was there before: of a box whether it is ticked, else an option. */
  from: boolean | string;
  to: boolean | string;
  /** Texts of the headings that were there afterwards as well; all that there were where the page went wrong. */
  headings: string[];
  /** The page's list, and what its name says of how many rows there are then; null where there is none that stays. */
  list: SurveyCollection | null;
  rows: "more" | "fewer" | null;
  problems: SiteProblem[];
};

/** A choice of one's own settings that is sent as it is made, as it was tried; `kept`: it was so still when the page was opened again. */
export type SiteSavedChoice = {
  pageId: string;
  path: string;
  field: SurveyField;
  kept: boolean;
  problems: SiteProblem[];
};

/** A select that says what a report or a view is of, such as a year, as each of its options was chosen. */
export type SiteView = {
  pageId: string;
  path: string;
  name: string;
  target: Target;
  /** The button that shows what is chosen; null where to choose is enough. */
  submit: Target | null;
  /** In the order in which they were chosen: the last one is the one that went wrong, if any did. */
  options: string[];
  /** The page has to be opened again for the next. */
  anew: boolean;
};
