import { ERROR_CLASS } from "./survey-field-notes.ts";
import type { Surveyor } from "./survey-parts.ts";
import { clip } from "./text.ts";
import { attribute, closest, firstInside, fitsSelector } from "./tree.ts";

const MOST = 5;
const LONGEST = 200;
const FIELDS = "input,select,textarea,button";

/** What lists above a form why it was refused, by its class or id alone: `errorExplanation`, `alert-danger`. */
const isSummary = (element: Element): boolean =>
  fitsSelector(element, "div,section,aside,ul,ol,p") &&
  ERROR_CLASS.test(`${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`) &&
  firstInside(element, FIELDS) === null;

/** What the page says as loudly as it can: its alerts, and what is marked as the errors of a form. */
export const surveyAlerts = ({ index, visible }: Surveyor): string[] => {
  const isAlert = (element: Element): boolean => index.role(element) === "alert" || isSummary(element);
  return visible
    .filter((element) => isAlert(element) && closest(element, (at) => at !== element && isAlert(at)) === null)
    .map((element) => clip(index.text(element), LONGEST))
    .filter((text) => text !== "")
    .slice(0, MOST);
};
