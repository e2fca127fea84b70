import type { SurveyField } from "./survey.ts";
import type { SiteSearch } from "./site-lists.ts";
import type { Target, TargetObject } from "./target.ts";

/** Links that choose what a list shows, each with a number beside it, as they were tried. */
export type SiteFacets = {
  pageId: string;
  path: string;
  /** What they are called together. */
  name: string;
  /** Fits every row of the list. */
  rows: TargetObject;
  /** Those that were tried. */
  choices: FacetChoice[];
  /** The one that was tried while a word was searched for. */
  searched: { field: SurveyField; trigger: SiteSearch["trigger"]; term: string; choice: FacetChoice } | null;
};

/** A link that chooses, by its words without the number, and what holds the number: the link, or what it stands in. */
export type FacetChoice = { label: string; link: Target; said: Target; number: number };

/** Two fields between whose values those of a list's rows have to lie, as they were tried with one value for both. */
export type SiteRange = {
  pageId: string;
  path: string;
  low: SurveyField;
  high: SurveyField;
  apply: Target | null;
  /** What was put into both, and how rows show it. */
  value: string;
  shown: string;
  /** An item of the list that shows it. */
  item: string;
  list: Target;
  rows: TargetObject;
  /** One of the fields, which still has the value where the list that it bounds has a next page. */
  turned?: { field: SurveyField; next: Target };
};
