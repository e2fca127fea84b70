import type { SiteRecord } from "#model/site-records.ts";
import { click, put } from "./act.ts";
import { itemData } from "#core/explore/items/item-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { putSamples } from "./samples.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/**
 * Brings up the form of a record, whose list is open, and fills it in. What the item is known by; null where that cannot be
 * done. `tag` tells its name from others.
 */
export const fillRecord = async (
  walk: Walk,
  { opener, form, nameField, nameTail, varied }: SiteRecord,
  tag: string,
): Promise<string | null> => {
  if (opener && !(await click(walk, opener.target))) return null;
  let name = "";
  for (const entry of itemData(form, nameField, nameTail, varied) ?? []) {
    const value = entry.kind === "fill" ? putSamples(entry.value, tag) : "";
    if (entry.field.name === nameField.name) name = fold(value.replace(nameTail, ""));
    if (!(await put(walk, entry, value)) && entry.field.required) return null;
  }
  return name === "" ? null : name;
};

/** A script sends its form, and another item can be made by the same data and found in the list. */
export const canBeMadeAgain = ({
  nameField,
  scripted,
  listed,
  at,
  lingers,
  exclusive,
  emptied,
}: SiteRecord): boolean =>
  nameField.refers === undefined &&
  scripted === true &&
  listed !== "never" &&
  at === null &&
  !lingers &&
  !exclusive &&
  !emptied;
