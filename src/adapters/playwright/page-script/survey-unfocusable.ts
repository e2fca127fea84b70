import type { PageSurvey } from "#model/survey.ts";
import { isOff } from "./conditions.ts";
import type { Surveyor } from "./survey-parts.ts";
import { CODE } from "./survey-parts.ts";
import { attribute, closest, composedParent, fitsSelector, wholeText } from "./tree.ts";

const MOST = 10;
const LONGEST = 40;
/** White space in the source of a page is no text. */
const LONGEST_RAW = 200;

const FOCUSABLE =
  "a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,label,iframe,audio,video,[tabindex],[contenteditable]";
/** Used with the keys of the one that has the focus; of a table, what is in it has other ways. */
const COMPOSITES =
  "table,[role=listbox],[role=menu],[role=menubar],[role=grid],[role=treegrid],[role=table],[role=tree],[role=radiogroup],[role=toolbar],[role=combobox],[aria-activedescendant]";
const OTHERWISE = `${FOCUSABLE},${COMPOSITES},${CODE},[draggable=true]`;
/** Where one of its parts may stand for the others. */
const ROW = "li,dt,dd,article,[role=listitem],[role=article],[role=tablist]";
const LETTER = /\p{L}/u;

/** Everything that can have the focus, and all that lies around it. */
const aroundFocus = (focusable: readonly Element[]): Set<Element> => {
  const around = new Set<Element>();
  for (const element of focusable)
    for (let at: Element | null = element; at && !around.has(at); at = composedParent(at)) around.add(at);
  return around;
};

/** A part of the page that a script may give the focus to is no item of a composite. */
const isPart = (element: Element): boolean =>
  attribute(element, "tabindex") === "-1" && wholeText(element).length > LONGEST_RAW;

const hasPointer = (element: Element): boolean => getComputedStyle(element).cursor === "pointer";

/** The words beside a box, or beside what unfolds them: that can be used in their place. */
const isWordsOf =
  ({ index }: Surveyor) =>
  (neighbour: Element | null): boolean => {
    if (!neighbour) return false;
    if (fitsSelector(neighbour, "input[type=checkbox],input[type=radio],input[type=file]")) return true;
    if (fitsSelector(neighbour, "select")) return !index.visible(neighbour);
    return (
      fitsSelector(neighbour, "button,a[href],[tabindex]") &&
      (attribute(neighbour, "aria-expanded") !== null || !LETTER.test(index.name(neighbour)))
    );
  };

/** Something that can have the focus bears the words as well: alone or, where they are several, with others. */
const namedBy = ({ index }: Surveyor, focusable: readonly Element[]): ((text: string) => boolean) => {
  const names = focusable
    .filter((element) => index.visible(element) && !isPart(element))
    .map((element) => (index.name(element) || index.text(element)).toLowerCase());
  return (text) => {
    const words = text.toLowerCase();
    return names.some((name) => name === words || (/\s/.test(words) && name.includes(words)));
  };
};

/** What looks as if it could be clicked, and can have no focus, nor is near anything that can and may do the same. */
export const surveyUnfocusable = (surveyor: Surveyor): PageSurvey["unfocusable"] => {
  const { index, visible, find } = surveyor;
  const focusable = index.elements.filter((element) => fitsSelector(element, FOCUSABLE));
  const around = aroundFocus(focusable);
  const isWords = isWordsOf(surveyor);
  const inRow = (element: Element): boolean => {
    const row = closest(element, (at) => fitsSelector(at, ROW));
    return row !== null && around.has(row);
  };
  const mayBe = (element: Element): boolean => {
    if (!(element instanceof HTMLElement) || around.has(element)) return false;
    const raw = wholeText(element);
    if (raw.length > LONGEST_RAW || !LETTER.test(raw) || !hasPointer(element)) return false;
    const parent = composedParent(element);
    if (parent && hasPointer(parent)) return false;
    return (
      closest(element, (at) => fitsSelector(at, OTHERWISE) && !isPart(at)) === null &&
      element.tabIndex < 0 &&
      !inRow(element) &&
      !isOff(element) &&
      !isWords(element.previousElementSibling) &&
      !isWords(element.nextElementSibling)
    );
  };
  const candidates = visible.filter(mayBe);
  const isNamed = candidates.length === 0 ? null : namedBy(surveyor, focusable);
  const found: PageSurvey["unfocusable"] = [];
  for (const element of candidates) {
    const name = index.text(element);
    if (name.length > LONGEST || !LETTER.test(name) || isNamed?.(name)) continue;
    const target = find(element, "click");
    if (target !== null) found.push({ name, target });
    if (found.length === MOST) break;
  }
  return found;
};
