import type { Target, TargetObject } from "./target.ts";

/** Boxes that choose the rows of a list for what is to be done with them, and one for all of them, as they were tried. */
export type SiteSelection = {
  pageId: string;
  path: string;
  /** The box for all. */
  all: Target;
  /** Fits the boxes of the rows. */
  boxes: TargetObject;
  /** Buttons that can be used once one row is chosen, and not before. */
  enables: Target[];
  /** The page says how many are chosen: "1 selected". */
  says: boolean;
};

/** A list whose rows are chosen by boxes and which can be sorted, as one row was chosen and the list sorted then. */
export type SiteSortedSelection = {
  pageId: string;
  path: string;
  list: Target;
  /** Fits the boxes of the rows; what tells the rows apart. */
  boxes: TargetObject;
  names: TargetObject;
  /** What sorts the list, one after the other, and what it is called. */
  sort: { name: string; targets: Target[] };
};
