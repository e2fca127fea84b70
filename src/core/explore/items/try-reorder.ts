import type { RowControl, SiteRecord } from "#model/site-records.ts";
import type { PageSurvey } from "#model/survey.ts";
import { click } from "#core/explore/forms/act.ts";
import { itemData } from "./item-data.ts";
import { fold, isPermuted, isSame } from "#core/explore/lists/lists.ts";
import { make, wholeText } from "./make-item.ts";
import { DOWN, isAbout, isToBeKept, MOVE_KEPT, PASSES, UP } from "./moved-rows.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { ITEM, rowControl, rowTarget, rowWith } from "./own-item.ts";
import type { Row } from "./own-item.ts";
import { freshParts } from "#core/explore/login/password-words.ts";
import { find } from "./rehearse-controls.ts";
import { removeItem } from "./remove-item.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import type { Way } from "./ways.ts";

const barely = (text: string, item: string): string => fold(fold(text).replace(item, " "));

/** The only button of the row that moves it one place: up, or down where it is the first. */
const controlIn = ({ item, list }: Row, name: string): RowControl | null => {
  const words = list.items[0] === item ? DOWN : UP;
  const [text, ...others] = item.buttons.filter((each) => words.test(barely(each, name)));
  return text === undefined || others.length > 0
    ? null
    : { role: "button", name: fold(text).replace(name, ITEM) };
};

const orderIn = (survey: PageSurvey | null, record: SiteRecord, name: string): string[] => {
  const row = survey ? rowWith(survey, record, name) : null;
  return row?.list.items.map(({ text }) => fold(text)) ?? [];
};

/** Moves the item, and gives what did that at once, for good as far as the app says; null where nothing did. */
const move = async (walk: Walk, record: SiteRecord, name: string): Promise<RowControl | null> => {
  const survey = (await find(walk, record, name)) ? await look(walk) : null;
  const row = survey ? rowWith(survey, record, name) : null;
  const control = row ? controlIn(row, name) : null;
  if (!control || !row || row.list.items.length < 2) return null;
  const before = orderIn(survey, record, name);
  const said = await wholeText(walk);
  const mark = beginStep(walk);
  const there = await click(walk, rowControl(control, name, rowTarget(record, name)));
  const after = orderIn(there, record, name);
  const now = freshParts(said, await wholeText(walk));
  const isMeant = record.local || isSent(walk, mark) || now.some((part) => MOVE_KEPT.test(part));
  if (!isMeant || isToBeKept(there, now) || isSame(before, after) || !isPermuted(before, after)) return null;
  if (after.some((text) => PASSES.test(text))) return null;
  const later = await open(walk, record.path);
  return later.ok && isPermuted(before, orderIn(later.survey, record, name)) ? control : null;
};

/** What moves an item of the list one place, as it was tried with one of the explorer's own, which is removed again; null where nothing does. */
export const tryReorder = async (
  walk: Walk,
  way: Way,
  record: SiteRecord,
  tag: string,
): Promise<RowControl | null> => {
  const { varied, listed, paged, remove, at, ownPage } = record;
  const entries = itemData(way.form, way.nameField, "", varied);
  const isPlain = listed === "in_sight" && !paged && remove !== null && at === null && ownPage === null;
  const offers = (way.list?.items ?? []).some(({ buttons, text }) =>
    buttons.some((each) =>
      [UP, DOWN].some((words) => words.test(barely(each, "")) || isAbout(each, text, words)),
    ),
  );
  if (!entries || !isPlain || !offers || !isThorough(walk) || walk.over()) return null;
  const made = await make(walk, way, entries, { tag: `${tag}v`, tail: "", varied });
  if (!made) return null;
  const control = await move(walk, record, made.name);
  await removeItem(walk, record, made.name);
  return control;
};
