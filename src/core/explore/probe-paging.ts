import type { SitePaging } from "#model/site-lists.ts";
import type { SitePage } from "#model/site.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { cellsOf, isUnique, itemName, namesOf, sameList } from "./lists.ts";
import type { Walk } from "./walk.ts";
import { stateOf } from "./state-of.ts";
import { ACT_TIMEOUT, here, look, open, spend } from "./walk.ts";

/** Turns one page of a list. Null when rows cannot be told from each other, or the control does not turn pages. */
export const probePaging = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
): Promise<SitePaging | null> => {
  const next = list.paging?.next;
  const names = namesOf(list);
  if (!next || !list.target || !names) return null;
  const first = list.items.map((item) => (names.role === "link" ? itemName(item) : item.text));
  if (!isUnique(first)) return null;
  const opened = await open(walk, page.path);
  if (!opened.ok || !spend(walk)) return null;
  const address = here(walk);
  const turned = await walk.session.page.act(next, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  if (!turned.ok) return null;
  const survey = await look(walk);
  const now = survey ? sameList(survey, list) : null;
  if (!now) return null;
  const shown = now.items.map((item) => (names.role === "link" ? itemName(item) : item.text));
  // The rows are what they were, and something else on the page is not: the control is for that.
  const isElsewhere = survey !== null && stateOf(survey) !== stateOf(opened.survey);
  const turns = here(walk) !== address || Boolean(now.paging?.previous);
  if (isElsewhere && !turns && shown.join("\n") === first.join("\n")) return null;
  const telling = names.role === "link" ? names : tellingOf(list, now);
  if (!telling) return null;
  const more = shown.length > first.length && first.every((name) => shown.includes(name));
  return {
    pageId: page.id,
    path: page.path,
    list: list.target,
    next,
    previous: now.paging?.previous ?? null,
    kind: more ? "more" : "replace",
    names: telling,
    rows: list.rows,
  };
};

/**
 * What tells the rows of two pages of a table from each other: its first column with words, unless two rows that differ
 * otherwise share a text there, as people share names.
 */
const tellingOf = (list: SurveyCollection, next: SurveyCollection): TargetObject | null => {
  const first = namesOf(list);
  const rows = new Set(list.items.map(({ text }) => text));
  if (list.kind !== "table" || next.items.some(({ text }) => rows.has(text))) return first;
  const width = list.items[0]?.cells.length ?? 0;
  const texts = ({ items }: SurveyCollection, at: number): string[] =>
    items.map(({ cells }) => (cells[at] ?? "").trim());
  const index = Array.from({ length: width }, (_, at) => at).find((at) => {
    const [here, there] = [texts(list, at), texts(next, at)];
    return (
      here.every((text) => /[\p{L}\d]/u.test(text)) &&
      isUnique(here) &&
      !there.some((text) => here.includes(text))
    );
  });
  return index === undefined ? null : cellsOf(list, index);
};
