import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { relativeTo } from "#core/explore/pages/address.ts";
import { fold, headingOf } from "#core/explore/lists/lists.ts";
import type { Row } from "./own-item.ts";
import { rowControl } from "./own-item.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { DELETE, EDIT } from "#core/explore/words.ts";

/** Links of the row that are called by its item: the first leads to the item, others may change or remove it. */
export const linksOf = ({ item }: Row, name: string): number =>
  item.links.filter(({ text }) => fold(text).includes(name)).length;

/** "#18", "Rental 18". */
const NUMBERED = /^\D{0,12}\d+$/;

type Leading = { href: string; in?: { column: string | null } };

/** An address that no page has led to before the item was made: what it leads to is the item, and nothing that it belongs to. */
const isNew = (walk: Walk, href: string): boolean => {
  const path = relativeTo(walk.origin, href);
  return (
    path.startsWith("/") &&
    [...walk.pages.values(), ...walk.samples].every(
      (page) =>
        page.path !== path &&
        !page.examples.includes(path) &&
        page.survey.links.every((link) => relativeTo(walk.origin, link.href) !== path) &&
        page.survey.collections.every(({ items }) =>
          items.every(({ links }) => links.every((link) => relativeTo(walk.origin, link.href) !== path)),
        ),
    )
  );
};

/**
 * The link of the row that leads to its item: by its name, else what the row begins with, such as a number. What bears the name
 * of another item that it `refers` to leads to that.
 */
export const leadingLink = (
  walk: Walk,
  { list, item }: Row,
  name: string,
  refers: boolean,
): Leading | null => {
  const named = item.links.find(({ text }) => fold(text).includes(name));
  if (named && !refers) return { href: named.href };
  const [first = ""] = item.cells.map(fold);
  const link = item.links.find(({ text }) => fold(text) !== "" && fold(text) === first);
  if (refers && !NUMBERED.test(first)) return null;
  if (!link || list.kind !== "table" || EDIT.test(link.text) || DELETE.test(link.text)) return null;
  if (!isNew(walk, link.href)) return null;
  if (item.links.length === 1) return { href: link.href, in: { column: null } };
  const column = headingOf(list, 0);
  return column === null ? null : { href: link.href, in: { column } };
};

/** A click on a row of the list leads to its item, as it was seen to do with the first. */
export const leadsByRow = ({ list, item }: Row, { reveals }: Pick<SitePage, "reveals">): boolean =>
  list.kind === "table" &&
  item.links.length === 0 &&
  reveals.some(({ control, effect }) => control.role === "row" && /^(?:navigation|dialog)$/.test(effect));

/** The link of a row that leads to its item, or what stands in for it. */
export const itemLink = (
  { manyLinks, linkIn, rowLeads }: Pick<SiteRecord, "manyLinks" | "linkIn" | "rowLeads">,
  name: string,
  row: Target,
): TargetObject => {
  if (rowLeads) return { role: "cell", name, within: row };
  if (linkIn)
    return {
      role: "link",
      within: linkIn.column === null ? row : { column: linkIn.column, within: row },
    };
  return {
    ...rowControl({ role: "link", name, part: true }, name, row),
    ...(manyLinks && { nth: 0 }),
  };
};
