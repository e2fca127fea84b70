import type { Target } from "./target.ts";

/** A control that changes between light and dark, as it was tried. */
export type SiteTheme = {
  pageId: string;
  path: string;
  name: string;
  /** The control as it was at first, and once it was used. */
  on: Target;
  off: Target;
  /** `aria-pressed` at first, where that alone tells which is on. */
  pressed: boolean | null;
};
