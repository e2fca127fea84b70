/** A page as wide as a phone is. */
export type SitePhone = {
  pageId: string;
  path: string;
  /** How many CSS pixels it is wider than that; 0 where it fits. */
  px: number;
  /** The tag of what sticks out, and how many columns that has where it is a table; empty and 0 where nothing does. */
  by: string;
  columns: number;
};
