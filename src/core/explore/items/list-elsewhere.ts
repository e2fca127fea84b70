import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import type { Made, Row } from "./own-item.ts";
import { rowWith } from "./own-item.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Way } from "./ways.ts";

const isLike = (a: SurveyCollection, b: SurveyCollection): boolean =>
  a.kind === b.kind &&
  a.columns.map(({ name }) => name).join("|") === b.columns.map(({ name }) => name).join("|") &&
  // What it is called may be the day itself.
  (a.columns.length > 1 || a.name === b.name);

/** Another part of the same page, such as what was sent beside what came in, may have other columns. */
const isPart = (landed: string, { path }: SitePage): boolean => withoutQuery(landed) === withoutQuery(path);

/**
 * The list of a page of the same kind as the one that the form belongs to, such as that of the day that was chosen, where
 * one was led there and the item is in it; with its address, in which what was typed is named by its variables. `other`: it
 * is in a list of something else there.
 */
export const listElsewhere = async (
  walk: Walk,
  { list, page }: Way,
  { landed, name, values }: Made,
  entries: Entry[],
): Promise<{ row: Row; at: string } | "other" | null> => {
  if (landed === null || list === null) return null;
  const there = await open(walk, landed);
  const row = there.ok ? rowWith(there.survey, list, name) : null;
  if (!row) return null;
  if (!isLike(row.list, list)) return row.list.rows > 1 || isPart(landed, page) ? "other" : null;
  const at = entries.reduce(
    (address, entry) => {
      const typed = values.get(entry.field.name) ?? "";
      return entry.kind === "fill" && typed.length > 3
        ? address.replaceAll(typed, () => entry.value)
        : address;
    },
    landed.replaceAll("${", () => "$${"),
  );
  return { row, at };
};
