import type { Target } from "./target.ts";

/** A link by which a script shows, on the page of one item, another item of its kind, as it was tried. */
export type SiteNeighbour = {
  pageId: string;
  /** Of the first item. */
  path: string;
  /** What heads its page, and the level of that. */
  heading: string;
  level: number;
  link: { text: string; target: Target };
  /** Back led from the address of the other item to that of the first. */
  returns: boolean;
};
