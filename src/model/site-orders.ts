import type { Target } from "./target.ts";

/** A list whose rows can be moved one place each, as it was tried with its first one, which is back in its place. */
export type SiteOrder = {
  pageId: string;
  path: string;
  list: Target;
  rows: Target;
  /** What moves a row on and back: part of a name, which only one button of a row has. */
  down: string;
  /** The app was told of it. */
  kept: boolean;
  up: string;
};
