import type { SurveyControl, SurveyForm } from "#model/survey.ts";
import { surveyControl } from "./survey-controls.ts";
import type { Surveyor } from "./survey-parts.ts";
import { turnsPages } from "./survey-paging.ts";
import { attribute, isInside } from "./tree.ts";

const submitWords =
  /submit|save|create|add|send|search|find|log ?in|sign ?in|sign ?up|register|continue|next|update|apply|go|ok|place|order|pay|confirm/i;

/** Beside a search without a form of its own, what adds or saves something belongs to the list and not to the search. */
const searchSubmitWords =
  /\b(?:search|find|go|apply|filter|show|ok|submit|update|suche?n?|buscar|rechercher|cerca)\b/i;

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
  const buttons = visible.filter(
    (element) =>
      index.role(element) === "button" &&
      (isInside(element, owner) || (element as HTMLButtonElement).form === owner) &&
      attribute(element, "aria-haspopup") === null &&
      !turnsPages(index.name(element)),
  );
  const native = buttons.find((button) => /^(submit|image)$/.test((button as HTMLButtonElement).type));
  const worded = buttons.find(
    (button) =>
      words.test(index.name(button)) &&
      last.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const chosen = isForm ? (native ?? worded) : worded;
  return chosen ? surveyControl(surveyor, chosen) : null;
};
