import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { itemName } from "#core/explore/lists/lists.ts";
import { rowNamed } from "#core/explore/items/own-item.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { isToldByName } from "./item-pages.ts";
import { idle, literal, literalTarget, openPage } from "#core/generate/steps.ts";

/** Rows beyond this may be drawn only as one scrolls. */
const MOST_ROWS = 40;

/** The row of an item, by its name; null where that does not tell it. */
export const rowOfItem = (list: SurveyCollection, item: SurveyItem): TargetObject | null => {
  const name = itemName(item);
  return isToldByName(list, name) && list.rows <= MOST_ROWS ? rowNamed(list, name) : null;
};

/** Steps that note what fits `match` in a row, and see that the page of its item says `shown`. */
export const saidOnBoth = (
  page: SitePage,
  row: TargetObject,
  own: SitePage,
  { captured, match, shown }: { captured: string; match: string; shown: string },
): StepDocument[] => [
  ...openPage(page),
  idle,
  { capture: { [captured]: { text: literalTarget(row), match } } },
  { goto: literal(own.path) },
  idle,
  { expect: { text: { target: literalTarget(mainOf(own.survey)), contains: shown } } },
];
