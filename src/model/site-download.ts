import type { FilterOption, SiteFilter } from "./site-lists.ts";
import type { SiteProblem } from "./site-pages.ts";
import type { Target, TargetObject } from "./target.ts";

/** What gives a file, as it was taken once. */
export type SiteDownload = {
  pageId: string;
  path: string;
  name: string;
  target: Target;
  /** Fits a text of each row by which the file has it as well, one element a row; null where it is not of the page's list. */
  names: TargetObject | null;
  /** How many rows the list showed, and places of those that the file did not have. */
  rows: number;
  missing: number[];
  /** It has a line for each row, or more. */
  lined: boolean;
  /** What it has in place of a value, such as "undefined". */
  empty: string | null;
  /** The sign between its columns, and how many there are in its heading, where some lines have more. */
  ragged: { sign: string; columns: number } | null;
  /** What the list was narrowed to where the file is announced as one of that; null where it is not. */
  narrowed: SiteNarrowed | null;
  problems: SiteProblem[];
};

/** A choice of a filter that what gives the file follows: its address changed with it. */
export type SiteNarrowed = {
  filter: SiteFilter;
  option: FilterOption;
  /** What gives the file then. */
  target: Target;
  /** How the file calls a row that the choice leaves out. */
  without: string;
};
