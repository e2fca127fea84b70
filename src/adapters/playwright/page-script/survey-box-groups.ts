import type { SurveyField } from "#model/survey.ts";
import type { Surveyor } from "./survey-parts.ts";
import { attribute, closest } from "./tree.ts";

const LEAST = 3;

const isBox = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === "checkbox";

const within = (holder: Element, selector: string): Element[] => [
  ...Element.prototype.querySelectorAll.call(holder, selector),
];

/** What the boxes are called together that an element stands among, where nothing but boxes does, or all have one name. */
export const boxGroup = ({ index }: Surveyor, element: Element): Pick<SurveyField, "group"> => {
  if (!isBox(element)) return {};
  const holder = closest(element, (at) => at.localName === "fieldset" || index.role(at) === "group");
  const called = holder ? index.name(holder) : "";
  const fields = holder && called ? within(holder, "input:not([type=hidden]),select,textarea") : [];
  if (fields.length >= LEAST && fields.every(isBox)) return { group: called };
  const name = attribute(element, "name");
  const alike =
    name && element.form
      ? within(element.form, "input[type=checkbox]").filter((each) => attribute(each, "name") === name)
      : [];
  return name && alike.length >= LEAST ? { group: name } : {};
};
