import type { SurveyControl, SurveyForm } from "#model/survey.ts";
import { surveyControl } from "./survey-controls.ts";
import type { Surveyor } from "./survey-parts.ts";
import { turnsPages } from "./survey-paging.ts";
import { attribute, closest, isInside } from "./tree.ts";

const submitWords =
  /submit|save|create|add|send|search|find|log ?in|sign ?in|sign ?up|register|continue|next|update|apply|go|ok|place|order|pay|confirm/i;

/** Beside a search without a form of its own, what adds or saves something belongs to the list and not to the search. */
const searchSubmitWords =
  /\b(?:search|find|go|apply|filter|show|ok|submit|update|suche?n?|buscar|rechercher|cerca)\b/i;

const dialogRoles = new Set(["dialog", "alertdialog"]);
const partRoles = new Set([...dialogRoles, "main", "tabpanel"]);

const SAVES =
  /^(?:save|update|submit|publish|speichern|sichern|enregistrer|sauvegarder|guardar|salva|salvar|opslaan|zapisz)(?!\p{L})/iu;
const listRoles = new Set(["row", "listitem", "article", "option", "navigation"]);

/** Belongs to one of many, or to what leads elsewhere. */
export const isOfList = ({ index }: Surveyor, element: Element): boolean =>
  closest(element, (at) => listRoles.has(index.role(at) ?? "")) !== null;

/** Of fields without a form, what saves all of them and stands apart, such as in the head of the page; null where nothing does. */
export const saverOf = (surveyor: Surveyor, owner: Element): SurveyControl | null => {
  const { visible, index } = surveyor;
  const dialogOf = (element: Element): Element | null =>
    closest(element, (at) => dialogRoles.has(index.role(at) ?? ""));
  const dialog = dialogOf(owner);
  const saver = visible.find(
    (element) =>
      element instanceof HTMLButtonElement &&
      element.form === null &&
      attribute(element, "aria-haspopup") === null &&
      SAVES.test(index.name(element)) &&
      dialogOf(element) === dialog &&
      !isOfList(surveyor, element),
  );
  return saver ? { ...surveyControl(surveyor, saver), submit: true } : null;
};

/** What sends a form, or what stands in for it where there is no form element; null where nothing does. */
export const submitOf = (
  surveyor: Surveyor,
  owner: Element,
  last: Element,
  purpose: SurveyForm["purpose"],
): SurveyControl | null => {
  const { visible, index } = surveyor;
  const isForm = owner instanceof HTMLFormElement;
  const words = purpose === "search" && !isForm ? searchSubmitWords : submitWords;
  const sends = (element: Element): boolean =>
    index.role(element) === "button" &&
    attribute(element, "aria-haspopup") === null &&
    !turnsPages(index.name(element));
  const buttons = visible.filter(
    (element) =>
      sends(element) && (isInside(element, owner) || (element as HTMLButtonElement).form === owner),
  );
  const native = buttons.find((button) => /^(submit|image)$/.test((button as HTMLButtonElement).type));
  const isWorded = (button: Element): boolean =>
    words.test(index.name(button)) &&
    (last.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const worded = buttons.find(isWorded);
  // Below the fields, in the same part of the page, but outside the form element if there is one.
  const below = (): Element | undefined => {
    const part = closest(owner, (at) => partRoles.has(index.role(at) ?? ""));
    const isLoose = (element: Element): boolean =>
      element instanceof HTMLButtonElement &&
      element.form === null &&
      part !== null &&
      // What a dialog has below its fields is about these.
      (attribute(element, "type") === "submit" || dialogRoles.has(index.role(part) ?? "")) &&
      isInside(element, part);
    return purpose === "search"
      ? undefined
      : visible.find((each) => sends(each) && isLoose(each) && isWorded(each));
  };
  const chosen = (isForm ? native : undefined) ?? worded ?? below();
  return chosen ? surveyControl(surveyor, chosen) : null;
};
