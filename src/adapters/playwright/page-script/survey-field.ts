import type { SurveyField } from "#model/survey.ts";
import { isOff, readValue } from "./conditions.ts";
import { isFillable } from "./roles.ts";
import { boxGroup } from "./survey-box-groups.ts";
import { labelOfBlock } from "./survey-field-block.ts";
import { countedOf, describers, keysOf, notesOn } from "./survey-field-notes.ts";
import type { Surveyor } from "./survey-parts.ts";
import { purposeOf } from "./survey-parts.ts";
import { clip, fold } from "./text.ts";
import { attribute, closest, firstInside, fitsSelector } from "./tree.ts";

const MOST_OPTIONS = 50;

const fieldRoles = new Set([
  "textbox",
  "searchbox",
  "spinbutton",
  "combobox",
  "checkbox",
  "radio",
  "switch",
  "slider",
  "listbox",
]);
const noField = /^(hidden|submit|button|reset|image)$/;

/** One of the parts of a day that a script draws ("mm", "dd", "yyyy"): none of them takes a text. */
const isSegment = (element: Element): boolean => {
  const is = (each: Element): boolean =>
    attribute(each, "role") === "spinbutton" && attribute(each, "contenteditable") !== null;
  return (
    is(element) && [...(element.parentElement?.children ?? [])].some((each) => each !== element && is(each))
  );
};

/** True for what takes a value, native or drawn by a script. */
export const isField = ({ index }: Surveyor, element: Element): boolean => {
  if (element instanceof HTMLInputElement) return !noField.test(element.type);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  if (isSegment(element)) return false;
  if (isFillable(element)) return true;
  if (!fieldRoles.has(index.role(element) ?? "")) return false;
  return firstInside(element, "input,textarea,select") === null;
};

const isCombobox = (element: Element): boolean =>
  element instanceof HTMLInputElement && attribute(element, "role") === "combobox";

/** A browser's own number says nothing of this kind about itself; those that scripts draw are put right when one leaves them. */
const isClamped = (element: Element): boolean =>
  element instanceof HTMLInputElement &&
  attribute(element, "role") === "spinbutton" &&
  (element.hasAttribute("aria-valuemin") || element.hasAttribute("aria-valuemax"));

/** Nothing can be typed into it: what it takes is chosen from a list that a script draws. */
const isDrawnSelect = (element: Element): boolean =>
  isCombobox(element) &&
  element.hasAttribute("readonly") &&
  (attribute(element, "aria-haspopup") ?? "listbox") === "listbox";

/** What is typed into it narrows a list of choices that a script draws: a search only by how the browser shows it. */
const isFilteredSelect = (element: Element): boolean =>
  element instanceof HTMLInputElement &&
  element.type === "search" &&
  isCombobox(element) &&
  attribute(element, "aria-haspopup") === "listbox" &&
  element.placeholder === "" &&
  closest(element, (at) => attribute(at, "role") === "search" || at.localName === "search") === null;

const typeOf = ({ index }: Surveyor, element: Element): string => {
  if (element instanceof HTMLInputElement && isDrawnSelect(element)) return "combobox";
  if (isFilteredSelect(element)) return "text";
  if (element instanceof HTMLInputElement) return index.role(element) === "switch" ? "switch" : element.type;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
    return element.localName;
  const role = index.role(element);
  if (
    role === "checkbox" ||
    role === "radio" ||
    role === "switch" ||
    role === "slider" ||
    role === "combobox"
  )
    return role;
  if (role === "listbox") return "combobox";
  return isFillable(element) ? "editor" : "text";
};

/** A visible field, or a hidden box or button that its visible label stands for. */
export const isUsable = ({ index }: Surveyor, element: Element): boolean => {
  // Of a choice that a script draws, what holds its value for the form: nobody sees it or gets to it.
  if (attribute(element, "aria-hidden") === "true" && attribute(element, "tabindex") === "-1") return false;
  if (index.visible(element)) return true;
  const box = element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type);
  return box && index.labelElements(element).some((label) => index.visible(label));
};

const LONGEST_OPTION = 300;

const optionsOf = ({ index }: Surveyor, element: Element): string[] => {
  if (element instanceof HTMLSelectElement)
    return [...element.options].slice(0, MOST_OPTIONS).map(({ text }) => fold(text).slice(0, LONGEST_OPTION));
  if (element instanceof HTMLInputElement && element.list) {
    return [...element.list.options]
      .slice(0, MOST_OPTIONS)
      .map(({ value, text }) => (value || fold(text)).slice(0, LONGEST_OPTION));
  }
  if (element instanceof HTMLInputElement && element.type === "radio")
    return radiosLike(element).map((radio) => nameOf(index, radio));
  return [];
};

const radiosLike = (radio: HTMLInputElement): HTMLInputElement[] => {
  if (radio.name === "") return [radio];
  const root = (radio.form ?? document) as ParentNode;
  const all = [
    ...Element.prototype.querySelectorAll.call(
      root instanceof Element ? root : document.documentElement,
      "input[type=radio]",
    ),
  ];
  return all.filter(
    (other): other is HTMLInputElement => other instanceof HTMLInputElement && other.name === radio.name,
  );
};

/** Identifiers that a library counts up at each render. */
const MADE_UP = /^(?::r|_r_|«|radix-|mui-|headlessui-)/;

const nameOf = (index: Surveyor["index"], element: Element): string => {
  const hint = attribute(element, "placeholder") ?? "";
  const label = index.labels(element).at(-1) ?? index.name(element);
  // What asks to choose is called alike in all that do.
  const isAsking = ASKS.test(hint) && (label === "" || label === fold(hint));
  const name =
    (isAsking && labelOfBlock(index, element)) ||
    label ||
    hint ||
    textBefore(index, element) ||
    labelOfBlock(index, element) ||
    [attribute(element, "name"), attribute(element, "id")].find((each) => each && !MADE_UP.test(each)) ||
    "";
  return clip(fold(name), 120);
};

const ASKS =
  /^(?:select|choose|pick|w[äa]hlen|ausw[äa]hlen|choisir|s[ée]lectionner|seleccion|elegir|selezion|scegli|kies|selecteer|wybierz)/i;

const LONGEST_LABEL = 40;

/** What stands before a field that has no label of its own: in its line, its cell, or the cell beside that. */
const textBefore = (index: Surveyor["index"], element: Element): string => {
  for (let at: Element | null = element, level = 0; at && level < 3; at = at.parentElement, level += 1) {
    for (let node: Node | null = at.previousSibling; node; node = node.previousSibling) {
      // What is said of the field in full, such as what is wrong with it, is not what it is called.
      if (node instanceof Element && describers(element, "aria-describedby").includes(node)) continue;
      const isField = node instanceof Element && fitsSelector(node, HOLDS_FIELD);
      if (isField || (node instanceof Element && node.querySelector(HOLDS_FIELD))) return "";
      const text = fold(node instanceof Element ? index.text(node) : (node.textContent ?? ""));
      if (text !== "" && !(node instanceof Comment)) return text.length <= LONGEST_LABEL ? text : "";
    }
    if (/^(?:form|fieldset|table|tr|section|main|body|li)$/.test(at.parentElement?.localName ?? ""))
      return "";
  }
  return "";
};

const HOLDS_FIELD = "input:not([type=hidden]),select,textarea,button";

const REQUIRED = /(?:^\*|\*\s*:?$|\((?:required|pflichtfeld|obligatoire|obligatorio)\))/i;

/** A star or a word in its label, which its name does without. */
const saysRequired = ({ index }: Surveyor, element: Element): boolean =>
  [...index.labels(element), nameOf(index, element)].some((text) => REQUIRED.test(text));

/** A star that only the style sheet puts behind the label. */
const isStarred = ({ index }: Surveyor, element: Element): boolean =>
  index
    .labelElements(element)
    .some((label) =>
      ["::before", "::after"].some((part) => getComputedStyle(label, part).content.includes("*")),
    );

const groupName = ({ index }: Surveyor, radio: Element): string => {
  const group = closest(radio, (at) => at.localName === "fieldset" || index.role(at) === "radiogroup");
  return (group && index.name(group)) || attribute(radio, "name") || "";
};

/** In a form that the browser sends itself, and whose other fields have names. */
const isUnsent = (element: Element): boolean =>
  element instanceof HTMLSelectElement &&
  element.name === "" &&
  element.form !== null &&
  attribute(element.form, "method")?.toLowerCase() === "post" &&
  namedIn(element.form) > 1;

/** A field of the form may be called as what the form has by itself. */
const namedIn = (form: HTMLFormElement): number =>
  Element.prototype.querySelectorAll.call(form, "[name]:is(input,select,textarea,button):not([name=''])")
    .length;

/** What a field says about itself, and how it is addressed. */
export const surveyField = (surveyor: Surveyor, element: Element): SurveyField => {
  const { index } = surveyor;
  const type = typeOf(surveyor, element);
  const input = element as HTMLInputElement;
  const limit = Number(attribute(element, "maxlength") ?? -1);
  const radio = type === "radio" && element instanceof HTMLInputElement;
  const step = attribute(element, "step");
  const chosen = radio ? radiosLike(element).find(({ checked }) => checked) : undefined;
  const target = fieldTarget(surveyor, element);
  return {
    name: (radio && groupName(surveyor, element)) || nameOf(index, element),
    type,
    required:
      element.hasAttribute("required") ||
      attribute(element, "aria-required") === "true" ||
      (!radio && (saysRequired(surveyor, element) || isStarred(surveyor, element))),
    read_only: element.hasAttribute("readonly") || attribute(element, "aria-readonly") === "true",
    disabled: isOff(element),
    value: type === "password" ? "" : clip(valueOf(surveyor, element, chosen), 500),
    options: optionsOf(surveyor, element),
    ...countedOf(element),
    min: attribute(element, "min"),
    max: attribute(element, "max"),
    ...(step !== null && { step }),
    ...(isClamped(element) && { clamped: true }),
    ...(isUnsent(element) && { unsent: true }),
    ...(type === "text" && keysOf(element)),
    ...(isCombobox(element) && { popup: attribute(element, "aria-haspopup") ?? "listbox" }),
    max_length: limit >= 0 ? limit : null,
    pattern: attribute(element, "pattern"),
    autocomplete:
      typeof input.autocomplete === "string" && input.autocomplete !== "" ? input.autocomplete : null,
    ...(type === "file" && { accept: input.accept }),
    target,
    ...(isByLabel(surveyor, element, target) && { by_label: true }),
    ...boxGroup(surveyor, element),
    ...notesOn(surveyor, element),
  };
};

/** "Price, line 1", of which the last part is only for those who listen, has the accessible name "Price , line 1". */
const isByLabel = ({ index }: Surveyor, element: Element, target: SurveyField["target"]): boolean =>
  typeof target === "string" &&
  index.labels(element).at(-1) === target &&
  !index.name(element).includes(target);

/** By its placeholder where only that says what it is called: nothing reads that as its name. */
export const fieldTarget = ({ index, find }: Surveyor, element: Element): SurveyField["target"] => {
  const target = find(element, purposeOf(element));
  const placeholder = attribute(element, "placeholder");
  const isOnly =
    typeof target === "string" && target === placeholder && !index.name(element).includes(target);
  return isOnly ? { placeholder: target } : target;
};

const valueOf = ({ index }: Surveyor, element: Element, chosen: Element | undefined): string => {
  if (element instanceof HTMLInputElement && element.type === "checkbox") return String(element.checked);
  if (element instanceof HTMLInputElement && element.type === "radio")
    return chosen ? nameOf(index, chosen) : "";
  const isDrawnBox =
    !(element instanceof HTMLInputElement) && /^(?:checkbox|switch)$/.test(index.role(element) ?? "");
  if (isDrawnBox) return /^(?:true|mixed)$/.exec(attribute(element, "aria-checked") ?? "")?.[0] ?? "false";
  return readValue(element);
};
