import type { SurveyField } from "#model/survey.ts";
import type { Surveyor } from "./survey-parts.ts";
import { clip, fold } from "./text.ts";
import { attribute, closest, composedParent, firstInside, fitsSelector, isInside } from "./tree.ts";

const LONGEST = 200;
const MOST_LEVELS = 3;
const NOTES = "small,p,span,div,li,em,strong,[role=alert]";
const FIELDS = "input:not([type=hidden]),select,textarea";
export const ERROR_CLASS =
  /(?:^|[\s_-])(?:err(?:ors?|orlist)?|invalid|danger)(?:$|[\s_-])|error|invalid-feedback/i;

/** Fields that are named like it cannot hide what a form has below it. */
const below = (element: Element, selector: string): Element[] => [
  ...Element.prototype.querySelectorAll.call(element, selector),
];

const isOfGroup = (element: Element): boolean =>
  element instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(element.type);

/** What holds the field and its notes, and no other field; for buttons of which one is chosen, what holds them all. */
const boxOf = (element: Element): Element | null => {
  const others = (box: Element): boolean =>
    below(box, FIELDS).some(
      (other) =>
        other !== element &&
        !(
          isOfGroup(element) &&
          isOfGroup(other) &&
          (other as HTMLInputElement).name === (element as HTMLInputElement).name
        ),
    );
  let box: Element | null = null;
  const most = isOfGroup(element) ? MOST_LEVELS + 1 : MOST_LEVELS;
  for (let at = composedParent(element), level = 0; at && level < most; at = composedParent(at), level += 1) {
    if (fitsSelector(at, "form,body,main,dialog,tr,section") || others(at)) break;
    box = at;
  }
  return box;
};

/** What an attribute of it refers to. */
export const describers = (element: Element, name: string): Element[] =>
  (attribute(element, name) ?? "")
    .split(/\s+/)
    .flatMap((id) => (id === "" ? [] : (document.getElementById(id) ?? [])));

/** What the page says of a field beside its name: how it is to be filled in, and what is wrong with what it holds. */
export const notesOn = (
  { index }: Surveyor,
  element: Element,
): Pick<SurveyField, "hint" | "error" | "invalid"> => {
  const isInvalid = attribute(element, "aria-invalid") === "true";
  const named = [...describers(element, "aria-describedby"), ...describers(element, "aria-errormessage")];
  const box = boxOf(element);
  const near = box ? below(box, NOTES) : [];
  const isLabel = (at: Element): boolean =>
    closest(at, (each) => each === box || each.localName === "label" || each.localName === "legend") !== box;
  const notes = [...new Set([...named, ...near])].filter(
    (at) =>
      index.visible(at) &&
      firstInside(at, `${FIELDS},button,label`) === null &&
      (named.includes(at) || !isLabel(at)),
  );
  const outer = notes.filter((at) => !notes.some((other) => isInside(at, other)));
  const isError = (at: Element): boolean =>
    index.role(at) === "alert" ||
    describers(element, "aria-errormessage").includes(at) ||
    ERROR_CLASS.test(attribute(at, "class") ?? "") ||
    (isInvalid && ERROR_CLASS.test(at.id));
  const wordsOf = (some: Element[]): string =>
    clip(
      fold(
        some
          .map((at) => fold(index.text(at)))
          .filter((text) => text !== "")
          .join(" "),
      ),
      LONGEST,
    );
  const errors = outer.filter(isError);
  const invalid = fitsSelector(element, ":user-invalid")
    ? (element as HTMLInputElement).validationMessage
    : "";
  const hint = [attribute(element, "placeholder") ?? "", wordsOf(outer.filter((at) => !errors.includes(at)))]
    .filter((text) => text !== "")
    .join(" ");
  // Where it marks the field, what describes it says what is wrong.
  const error = wordsOf(errors) || (isInvalid ? hint : "");
  return {
    ...(hint !== "" && { hint: clip(fold(hint), LONGEST) }),
    ...((isInvalid || error !== "") && { error }),
    ...(invalid !== "" && { invalid: clip(invalid, LONGEST) }),
  };
};

/** The keys that a telephone shows for it, where those are of numbers. */
export const keysOf = (element: Element): Pick<SurveyField, "keys"> => {
  const keys = attribute(element, "inputmode");
  return keys === "numeric" || keys === "decimal" ? { keys } : {};
};

const MOST_COUNTED = 50;
const LEFT = /\d\D*\b(?:left|available|remaining|in stock|free|frei|verf[üu]gbar|[üu]brig|auf lager)\b/i;

/** What is sent for options that say how many are left. */
export const countedOf = (element: Element): Pick<SurveyField, "counted"> => {
  const options = element instanceof HTMLSelectElement ? [...element.options] : [];
  const counted = options
    .filter(({ text, value }) => value !== text && LEFT.test(text))
    .slice(0, MOST_COUNTED);
  return counted.length === 0
    ? {}
    : { counted: Object.fromEntries(counted.map(({ text, value }) => [fold(text), value])) };
};

/** Says what fields are called in full, "Unit *" beside "Unit price", where a part of it is another's name as well. */
export const inFull = (fields: SurveyField[], names: string[]): SurveyField[] => {
  const isInOther = (words: string, own: number): boolean =>
    names.some((name, at) => at !== own && name.toLowerCase().includes(words.toLowerCase()));
  return fields.map((field, at) => {
    const [target, name = ""] = [field.target, names[at]];
    return typeof target === "string" && name !== target && isInOther(target, at) && !isInOther(name, at)
      ? { ...field, called: name }
      : field;
  });
};
