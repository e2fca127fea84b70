import type { SiteRecord } from "#model/site-records.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { fold } from "./lists.ts";
import type { Row } from "./own-item.ts";
import { rowControl } from "./own-item.ts";

/** Links of the row that are called by its item: the first leads to the item, others may change or remove it. */
export const linksOf = ({ item }: Row, name: string): number =>
  item.links.filter(({ text }) => fold(text).includes(name)).length;

/** The link of a row that leads to its item. */
export const itemLink = (
  { manyLinks }: Pick<SiteRecord, "manyLinks">,
  name: string,
  row: Target,
): TargetObject => ({
  ...rowControl({ role: "link", name, part: true }, name, row),
  ...(manyLinks && { nth: 0 }),
});
