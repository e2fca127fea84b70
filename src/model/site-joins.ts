import type { SiteRecord } from "./site-records.ts";
import type { Target } from "./target.ts";

/** An item that one joins, such as a course, and leaves again, as it was tried with one that was not joined before. */
export type SiteJoin = {
  /** Of the page that lists what one has joined. */
  pageId: string;
  path: string;
  list: Target;
  rowRole: SiteRecord["rowRole"];
  /** Where the item is joined, and what it is called. */
  from: string;
  item: string;
  /** What then says that it is meant is null where nothing is asked. */
  join: { name: string; target: Target; confirm: Target | null };
  /** The same on the item's page once it is joined. */
  leave: { name: string; target: Target; confirm: Target | null };
  /** What else the page lists. */
  others: string[];
  /** What the item's page says: before, at once after it was joined, as it is opened anew then, and at once after it was left. */
  says: { before: string; joined: string; anew: string; left: string };
};
