import type { Target } from "./target.ts";

/** Tabs on the pages of the items of a list, which scripts show, as they were opened on two of the items. */
export type SiteItemTabs = {
  /** Of the list. */
  pageId: string;
  path: string;
  /** Lead from the list to the pages of two items, and from the first of these back. */
  links: [Target, Target];
  back: Target;
  /** Show something else for the one item than for the other. */
  tabs: { name: string; target: Target }[];
};
