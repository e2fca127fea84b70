import { digest, isMadeUp } from "./fingerprint-keys.ts";
import { perElement } from "./per-element.ts";
import { attribute } from "./tree.ts";

/** Attributes that say what a control does, or which part of the page or field of a record it is for. */
const names = new RegExp(
  `^(${[
    "on(click|change|submit|input|mousedown|keydown)",
    "form(action)?|action|list|popovertarget|commandfor|command|autocomplete",
    "aria-(controls|owns|details)",
    "data-(bs-|mdb-|coreui-)?(target|action|command|method|event|field|key|name|url|href|tab|page|modal|view)",
    "hx-(get|post|put|patch|delete|target)",
    "(data-)?(ng|ui)-(click|model|submit|change|sref)",
    "(x-on|v-on|wire)?[:@].+",
    "x-model|v-model|wire:model.*",
  ].join("|")})$`,
);

/** The value of one of several choices is the page's, not the user's. */
const isChoice = (element: Element): boolean =>
  element instanceof HTMLInputElement && (element.type === "radio" || element.type === "checkbox");

/** Values that any control may have. */
const isCommon = (value: string): boolean => /^(#|on|off|true|false|javascript:.*)?$/is.test(value.trim());

const isSubmit = (element: Element): boolean =>
  (element instanceof HTMLButtonElement && element.type === "submit") ||
  (element instanceof HTMLInputElement && /^(submit|image)$/.test(element.type));
const isField = (element: Element): boolean =>
  !(element instanceof HTMLButtonElement) &&
  !(element instanceof HTMLInputElement && /^(hidden|submit|button|reset|image)$/.test(element.type));

/** What the only control that submits a form does, whatever it is called: where to, and which fields; null for others. */
const submission = (element: Element): string | null => {
  if (!isSubmit(element)) return null;
  const { form } = element as HTMLButtonElement | HTMLInputElement;
  if (form === null) return null;
  const controls = [...Element.prototype.querySelectorAll.call(form, "input,button,select,textarea")];
  const fields = controls.filter(isField);
  if (fields.length === 0 || controls.some((other) => other !== element && isSubmit(other))) return null;
  const said = fields.map((field) => `${attribute(field, "type") ?? ""} ${attribute(field, "name") ?? ""}`);
  return [attribute(form, "action") ?? "", attribute(form, "method") ?? "", ...said].join("\n");
};

const find = (element: Element): string[] => {
  const found: string[] = [];
  for (const { name, value } of element.attributes) {
    if (!(names.test(name) || (name === "value" && isChoice(element)))) continue;
    // What is counted through belongs to another one as soon as one is gone.
    if (isCommon(value) || /\d/.test(value) || isMadeUp(value)) continue;
    found.push(digest(`${name}=${value.trim().slice(0, 400)}`));
  }
  const submitted = submission(element);
  if (submitted !== null) found.push(digest(`submit=${submitted}`));
  return found;
};

/** Digests of what an element is bound to: handlers, references, the form that it alone submits, the value that a choice stands for. */
export const bindingsOf = perElement((_, element) => find(element));
