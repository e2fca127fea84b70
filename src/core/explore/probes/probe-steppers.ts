import type { SiteStepper } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { isStepped, readNumber } from "#core/suite/order.ts";
import { click } from "#core/explore/forms/act.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, mainList, rowsOf, sameList } from "#core/explore/lists/lists.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";

const MOST = 2;

/** The column whose cells are a number between what takes one away and what adds one: `− 3 +`. */
export const steppedColumn = ({ kind, items }: SurveyCollection): number => {
  const width = kind === "table" ? (items[0]?.cells.length ?? 0) : 0;
  return Array.from({ length: width }, (_, at) => at).findIndex((at) =>
    items.every(({ cells }) => isStepped(fold(cells[at] ?? ""))),
  );
};

/** The two signs of a row as they are written. */
const signsIn = (text: string, within: TargetObject): Pick<SiteStepper, "less" | "more"> => ({
  less: { text: text.trim().slice(0, 1), exact: true, within },
  more: { text: "+", exact: true, within },
});

const tryStepper = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
): Promise<SiteStepper | null> => {
  const column = steppedColumn(list);
  const rows = rowsOf(list);
  const cell = list.items[0]?.cells[column] ?? "";
  if (column < 0 || !rows || !(await open(walk, page.path)).ok) return null;
  const row = { ...rows, nth: 0 };
  const signs = signsIn(cell, row);
  const mark = beginStep(walk);
  const added = await click(walk, signs.more);
  const sent = isSent(walk, mark);
  const shown = added ? (sameList(added, list)?.items[0]?.cells[column] ?? "") : "";
  const [before, after] = [readNumber(cell), readNumber(shown)];
  if (before === null || after !== before + 1 || !sent) return null;
  await click(walk, signs.less);
  const target = { css: `:scope > :nth-child(${column + 1})`, within: row };
  return { pageId: page.id, path: page.path, ...signs, cell: target };
};

/** Adds one to the number of a row that has buttons for that, and takes it away again. */
export const probeSteppers = async (walk: Walk, pages: SitePage[]): Promise<SiteStepper[]> => {
  const found: SiteStepper[] = [];
  const seen = new Set<string>();
  for (const page of isThorough(walk) ? pages.filter(isByAddress) : []) {
    const list = mainList(page.survey);
    const kind = withoutQuery(page.pattern);
    if (!list || seen.has(kind) || steppedColumn(list) < 0 || found.length >= MOST || walk.over()) continue;
    seen.add(kind);
    walk.progress(`counting up and down on ${page.path}`);
    const stepper = await tryStepper(walk, page, list);
    if (stepper) found.push(stepper);
  }
  return found;
};
