import type { Target } from "./target.ts";

/** What a click of the mouse was seen to use, and Enter was not, as it was tried twice. */
export type SiteMouseOnly = {
  pageId: string;
  path: string;
  name: string;
  target: Target;
  /** Where the click led, by an address that tells it from the page; null where the page came to say something else. */
  led: string | null;
};
