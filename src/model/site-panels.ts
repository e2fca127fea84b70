import type { Target } from "./target.ts";

/** Those tabs of a page that were seen to show a panel that is called after one of them. */
export type SitePanels = {
  pageId: string;
  path: string;
  tabs: { name: string; target: Target }[];
};
