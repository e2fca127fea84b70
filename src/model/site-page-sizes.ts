import type { Target, TargetObject } from "./target.ts";

/** What chooses how many rows a page of a list shows, as it was tried. */
export type SitePageSize = {
  pageId: string;
  path: string;
  name: string;
  field: Target;
  /** What has to be clicked for a choice to count. */
  apply: Target | null;
  /** Fits every row of the list. */
  rows: TargetObject;
  /** The one at first, which is full: there are further pages. */
  first: PageSize;
  /** Fewer rows than at first; null where that is the smallest. */
  smaller: PageSize | null;
  larger: PageSize | null;
  /** How many rows there were, where all of them were on one page; else null. */
  total: number | null;
  /** All rows are on one page then, and what turns to the next is there at first: it, and the choice. */
  whole: { next: Target; size: PageSize } | null;
};

/** `rows`: at most so many; null for all of them. */
export type PageSize = { label: string; rows: number | null };
