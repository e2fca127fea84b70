import type { SiteProblem } from "./site-pages.ts";
import type { RowControl, SiteRecord } from "./site-records.ts";
import type { Target } from "./target.ts";

/** A mark that one sets and takes back, such as a star, as it was tried once. */
export type SiteToggle = {
  pageId: string;
  path: string;
  name: string;
  /** The control while it is not set, and while it is. */
  on: Target;
  off: Target;
  /** `aria-pressed` at first, where that alone tells its state. */
  pressed: boolean | null;
  /** Says what the mark has changed, and nothing that changes by itself; null where only the control does. */
  shows: Target | null;
  /** It was sent to the app, or was still set when the page was opened again. */
  kept: boolean;
  /** The control tells whether it is set, so that using it again takes it back. */
  flips: boolean;
  /** The link of the navigation that says how many are marked; null where none was seen to. */
  nav: Target | null;
  problems: SiteProblem[];
  /** Two items beside each other that can both bear the mark, and what they bore; null where that was not seen. */
  siblings: {
    set: Target;
    back: Target;
    first: { path: string; isSet: boolean };
    second: { path: string; isSet: boolean };
  } | null;
};

/** A page that lists what one has marked, as it was tried: it had some of the marked items, which were taken off again. */
export type SiteShelf = {
  /** Of the page that lists them. */
  pageId: string;
  path: string;
  /** Of the control that marks an item. */
  name: string;
  /** In the order in which they are marked: where, and what the item is called. */
  marks: { path: string; item: string; on: Target }[];
  /** Null where each item is a column. */
  list: Target | null;
  rowRole: SiteRecord["rowRole"];
  /** Takes one off; null where the page, by its name the one for them, did not list any of them. */
  remove: RowControl | null;
  /** The link of the navigation that says how many are marked; null where none was seen to. */
  nav: Target | null;
  problems: SiteProblem[];
};
