import type { SurveyField } from "./survey.ts";
import type { SiteSearch } from "./site-lists.ts";
import type { Target, TargetObject } from "./target.ts";

/** Links that choose what a list shows, each with a number beside it, as they were tried. */
export type SiteFacets = {
  pageId: string;
  path: string;
  /** What they are called together. */
  name: string;
  /** Holds them. */
  group: Target;
  /** Fits every row of the list. */
  rows: TargetObject;
  /** Labels of those that were tried. */
  labels: string[];
  /** The one that was tried while a word was searched for. */
  searched: { field: SurveyField; trigger: SiteSearch["trigger"]; term: string; label: string } | null;
};

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
};
