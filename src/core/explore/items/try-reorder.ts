import type { RowControl, SiteRecord } from "#model/site-records.ts";
import type { PageSurvey } from "#model/survey.ts";
import { click } from "#core/explore/forms/act.ts";
import { itemData } from "./item-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { make, wholeText } from "./make-item.ts";
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

const UP = /^(?:(?:move|shift) )?(?:up|higher|earlier)$|^[↑▲⬆]\uFE0F?$|^nach oben(?: verschieben)?$/iu;
const DOWN = /^(?:(?:move|shift) )?(?:down|lower|later)$|^[↓▼⬇]\uFE0F?$|^nach unten(?: verschieben)?$/iu;
/** What is to be saved by another button is not said to be kept. */
const KEPT = /(?<!\p{L}|(?:not|yet|n['’]t|be|nicht) )(?:saved|updated|moved|gespeichert)(?!\p{L})/iu;
const TO_BE_KEPT =
  /unsaved|not (?:yet )?saved|save (?:to|the|your|it|order|changes)|to save|to keep|discard|nicht gespeichert|speichern|verwerfen/iu;
/** A button that keeps what was moved, or gives it up. */
const KEEPS = /^(?:save|apply|confirm|done|discard|undo|reset|speichern|[üu]bernehmen|verwerfen)/iu;
/** What passes by itself is another text a moment later. */
const PASSES = /\bago\b|just now|\bseconds?\b|\bvor \d/iu;

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

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");

/** The rows say what they said, in whatever order. */
const isPermuted = (a: readonly string[], b: readonly string[]): boolean =>
  isSame(a.toSorted(), b.toSorted());

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
  const isMeant = record.local || isSent(walk, mark) || now.some((part) => KEPT.test(part));
  const isOpen =
    now.some((part) => TO_BE_KEPT.test(part)) ||
    (there?.buttons ?? []).some((each) => !each.disabled && KEEPS.test(each.name));
  if (!isMeant || isOpen || isSame(before, after) || !isPermuted(before, after)) return null;
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

/** "Move Thank you up", where the row says "Thank you". */
const isAbout = (button: string, row: string, words: RegExp): boolean => {
  const [first = "", ...rest] = fold(button).split(" ");
  const last = rest.pop() ?? "";
  return rest.length > 0 && words.test(`${first} ${last}`) && fold(row).includes(rest.join(" "));
};
