import type { PageSurvey } from "#model/survey.ts";
import { fold } from "#core/explore/lists/lists.ts";

/** What moves a row one place. */
export const UP = /^(?:(?:move|shift) )?(?:up|higher|earlier)$|^[↑▲⬆]\uFE0F?$|^nach oben(?: verschieben)?$/iu;
export const DOWN =
  /^(?:(?:move|shift) )?(?:down|lower|later)$|^[↓▼⬇]\uFE0F?$|^nach unten(?: verschieben)?$/iu;
/** The same in words that say what is moved, also with the row's own in between: an arrow may be for a vote, and "later" for an hour. */
export const MOVES_ROW =
  /^(?:move|shift) (?:.+ )?(?:up|down|higher|lower|earlier|later)$|^(?:.+ )?nach (?:oben|unten) verschieben$/iu;
/** What is to be saved by another button is not said to be kept. */
export const MOVE_KEPT =
  /(?<!\p{L}|(?:not|yet|n['’]t|be|nicht) )(?:saved|updated|moved|gespeichert)(?!\p{L})/iu;
const TO_BE_KEPT =
  /unsaved|not (?:yet )?saved|save (?:to|the|your|it|order|changes)|to save|to keep|discard|nicht gespeichert|speichern|verwerfen/iu;
/** A button that keeps what was moved, or gives it up. */
const KEEPS = /^(?:save|apply|confirm|done|discard|undo|reset|speichern|[üu]bernehmen|verwerfen)/iu;
/** What passes by itself is another text a moment later. */
export const PASSES = /\bago\b|just now|\bseconds?\b|\bvor \d/iu;

/** The page, or what it says now that it did not say before, asks that what was moved be saved. */
export const isToBeKept = (there: PageSurvey | null, fresh: readonly string[]): boolean =>
  fresh.some((part) => TO_BE_KEPT.test(part)) ||
  (there?.buttons ?? []).some((each) => !each.disabled && KEEPS.test(each.name));

/** "Move Thank you up", where the row says "Thank you". */
export const isAbout = (button: string, row: string, words: RegExp): boolean => {
  const [first = "", ...rest] = fold(button).split(" ");
  const last = rest.pop() ?? "";
  return rest.length > 0 && words.test(`${first} ${last}`) && fold(row).includes(rest.join(" "));
};
