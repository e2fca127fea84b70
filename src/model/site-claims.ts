import type { SiteRecord } from "./site-records.ts";
import type { SurveyForm } from "./survey.ts";
import type { Target } from "./target.ts";

/** An item that one asks for by a form of its page, such as a book that is put on hold, and gives up where one's own are listed. */
export type SiteClaim = {
  /** Of the page that lists what one has asked for. */
  pageId: string;
  path: string;
  list: Target;
  rowRole: SiteRecord["rowRole"];
  /** Where the item is asked for, and what it is called. */
  from: string;
  item: string;
  /** What brings the form up; null where it is on the page. */
  opener: { name: string; target: Target } | null;
  form: SurveyForm;
  submit: Target;
  /** What was chosen of those choices of which the row shows one. */
  chosen: string[];
  /** Where it is given up, which is in its row or on its own page, and what then says that it is meant. */
  undo: { path: string; target: Target; confirm: Target | null };
  /** What else the page lists. */
  others: string[];
  /** What the item's page says: before, at once after it was asked for, and as it is opened anew then. */
  says: { before: string; claimed: string; anew: string };
};
