import type { SiteSort } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteSortedSelection } from "#model/site-selection.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { newButtons } from "#core/explore/controls/dialogs.ts";
import { cellsOf, fold, isUnique, mainList, nameColumnOf, sameList } from "#core/explore/lists/lists.ts";
import { hasLoaded } from "#core/explore/controls/leads-back.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { ONE_CHOSEN, boxesOf, buttonsOf, tick } from "./probe-selections.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, beginStep } from "#core/explore/pages/walk.ts";

const MOST = 2;
const MOST_SORTS = 2;
const MOST_CLICKS = 2;
const LEAST_ROWS = 3;

/** Fits the rows whose box is ticked. */
export const chosenIn = (list: Target): TargetObject => ({
  css: "tbody > tr:has(> td):has(input[type=checkbox]:checked)",
  within: list,
});

/** What the rows show in the first column that tells each from the others; -1 where none does. */
const tellingColumn = (list: SurveyCollection): number => {
  const textsAt = (index: number): string[] => list.items.map(({ cells }) => fold(cells[index] ?? ""));
  const first = nameColumnOf(list);
  const columns = [...list.columns.keys()].filter((index) => index >= first && first >= 0);
  return (
    columns.find((index) => {
      const texts = textsAt(index);
      const [own = ""] = texts;
      return (
        own !== "" && isUnique(texts) && !list.items.slice(1).some(({ text }) => fold(text).includes(own))
      );
    }) ?? -1
  );
};

/** How many rows are chosen, and what the first of them shows. */
const chosen = async (walk: Walk, list: Target): Promise<{ count: number; text: string }> => {
  const wait = { timeoutMs: ACT_TIMEOUT };
  const count = await walk.session.page.read(chosenIn(list), "count", wait);
  const many = count.ok ? Number(count.value) : -1;
  const text = many > 0 ? await walk.session.page.read({ ...chosenIn(list), nth: 0 }, "text", wait) : null;
  return { count: many, text: text?.ok ? fold(text.value) : "" };
};

/** Chooses the first row and sorts the list until it is another one's turn. Null where it is no choice, or the row stays first. */
const probe = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  { control }: SiteSort,
): Promise<SiteSortedSelection | null> => {
  const boxes = boxesOf(list);
  const at = tellingColumn(list);
  const names = cellsOf(list, at);
  const opened = boxes && list.target !== null && at >= 0 ? await open(walk, page.path) : null;
  const shown = opened?.ok ? sameList(opened.survey, list) : null;
  const own = fold(shown?.items[0]?.cells[at] ?? "");
  if (!opened?.ok || !boxes || !names || list.target === null || own === "") return null;
  if (control.kind !== "header" || (await chosen(walk, list.target)).count !== 0) return null;
  const mark = beginStep(walk);
  const after = (await tick(walk, { ...boxes, nth: 0 }, true)) ? await look(walk) : null;
  const isMade =
    after !== null &&
    !isSent(walk, mark) &&
    (newButtons(opened.survey, after).length > 0 ||
      buttonsOf(opened.survey).filter(({ disabled }) => disabled).length >
        buttonsOf(after).filter(({ disabled }) => disabled).length ||
      (ONE_CHOSEN.test(after.text) && !ONE_CHOSEN.test(opened.survey.text)));
  const before = await chosen(walk, list.target);
  if (!isMade || before.count !== 1 || !before.text.includes(own)) return null;
  for (let clicks = 1; clicks <= MOST_CLICKS; clicks += 1) {
    const survey = await click(walk, control.target);
    const now = survey ? sameList(survey, list) : null;
    if (!now || hasLoaded(walk, mark)) return null;
    if (fold(now.items[0]?.cells[at] ?? "") === own) continue;
    const { count } = await chosen(walk, list.target);
    if (count === 1)
      await tick(walk, { css: "input[type=checkbox]:checked", within: list.target, nth: 0 }, false);
    const targets = Array.from({ length: clicks }, () => control.target);
    // Where rows of others are chosen with it, it is more than a choice of rows.
    return count >= 0 && count <= 1
      ? {
          pageId: page.id,
          path: page.path,
          list: list.target,
          boxes,
          names,
          sort: { name: control.name, targets },
        }
      : null;
  }
  return null;
};

/** Tries in lists with boxes that choose rows what becomes of the choice once the list is sorted. */
export const probeSortedSelections = async (
  walk: Walk,
  pages: readonly SitePage[],
  sorts: readonly SiteSort[],
): Promise<SiteSortedSelection[]> => {
  const found: SiteSortedSelection[] = [];
  for (const page of pages.filter(isByAddress)) {
    const list = mainList(page.survey);
    const own = sorts.filter(({ path, control }) => path === page.path && control.kind === "header");
    if (!list || list.rows < LEAST_ROWS || boxesOf(list) === null) continue;
    for (const sort of own.slice(0, MOST_SORTS)) {
      if (walk.over() || found.length >= MOST) return found;
      walk.progress(`choosing a row of ${page.path} and sorting`);
      const selection = await probe(walk, page, list, sort);
      if (selection) found.push(selection);
      if (selection) break;
    }
  }
  return found;
};
