import type { RowControl } from "#model/site-records.ts";
import type { SurveyItem } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { newButtons } from "./dialogs.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { look } from "#core/explore/pages/open-page.ts";
import { ITEM, rowControl } from "#core/explore/items/own-item.ts";
import { DELETE, EDIT } from "#core/explore/words.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const OPENS =
  /^(?:(?:show |open |more |row )?(?:actions?|options?|menu)|more|kebab|more_(?:vert|horiz)|[⋮⋯…︙☰]|\.\.\.|aktionen|mehr|optionen|actions|plus|acciones|m[áa]s|azioni)(?:\b|$)/iu;

/** What a menu of a row offers: `inMenu` makes a control of an entry one that opens the menu first. */
export type RowMenu = {
  entries: Pick<SurveyItem, "buttons" | "links">;
  inMenu<T extends RowControl>(control: T): T;
};

/** The only button of a row that says that it opens a menu: "⋮", "Actions for Mug"; called without what the app calls the item by itself ("Actions for DATA-17"). */
export const openerOf = (
  { buttons }: Pick<SurveyItem, "buttons">,
  item: string,
): RowControl["menu"] | null => {
  const bare = (text: string): string => fold(text.replace(item, " "));
  const found = buttons.filter(
    (text) => OPENS.test(bare(text)) && !EDIT.test(bare(text)) && !DELETE.test(bare(text)),
  );
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const text = fold(only);
  const at = text.indexOf(item);
  if (at < 0) {
    const words = text.split(" ");
    const code = words.findIndex((word) => /\d/.test(word));
    if (code > 0) return { role: "button", name: words.slice(0, code).join(" "), part: true };
    return { role: "button", name: text };
  }
  const before = text.slice(0, at).trim();
  return { role: "button", name: before === "" ? ITEM : before, part: true };
};

/** Opens the menu of a row that is in sight; null where it has none. */
export const openRowMenu = async (
  walk: Walk,
  row: Pick<SurveyItem, "buttons">,
  item: string,
  target: Target,
): Promise<RowMenu | null> => {
  const menu = openerOf(row, item);
  const before = menu ? await look(walk) : null;
  const after = menu && before ? await click(walk, rowControl(menu, item, target)) : null;
  if (!menu || !before || !after || after.dialogs.length > before.dialogs.length) return null;
  const fresh = newButtons(before, after).filter(({ name, disabled }) => name !== "" && !disabled);
  const known = new Set(before.links.map(({ text, href }) => `${text} ${href}`));
  const links = after.links.filter(({ text, href }) => text !== "" && !known.has(`${text} ${href}`));
  const isItem = (name: string): boolean =>
    fresh.some(
      (each) => each.role === "menuitem" && fold(each.name).startsWith(name.replace(ITEM, "").trim()),
    );
  const names = fresh.map(({ name }) => name);
  return {
    entries: { buttons: names, links: links.map(({ text, href }) => ({ text, href })) },
    inMenu: (control) => ({ ...control, ...(isItem(control.name) && { role: "menuitem" as const }), menu }),
  };
};
