import type { Target } from "./target.ts";

/** The tabs of a page of which some were seen to show a panel that is called as they are. */
export type SitePanels = {
  pageId: string;
  path: string;
  tabs: { name: string; target: Target }[];
};
