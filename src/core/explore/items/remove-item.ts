import type { SiteRecord } from "#model/site-records.ts";
import { click, clickAll } from "#core/explore/forms/act.ts";
import { itemLink } from "./item-link.ts";
import { clicksOf, rowTarget } from "./own-item.ts";
import { find } from "./rehearse-controls.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/** Removes one of the items of that name, which must be the explorer's own; nothing where it is not known how. */
export const removeItem = async (walk: Walk, record: SiteRecord, name: string): Promise<void> => {
  const { remove, detail } = record;
  if (!remove || !(await find(walk, record, name))) return;
  const row = { ...rowTarget(record, name), nth: 0 };
  const onPage = detail?.remove === true;
  if (onPage && !(await click(walk, itemLink(record, name, row)))) return;
  const asked = await clickAll(walk, clicksOf(remove, name, onPage ? null : row));
  if (asked && remove.confirm) await click(walk, remove.confirm);
};
