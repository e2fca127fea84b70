import { getRole } from "dom-accessibility-api";
import type { Purpose } from "./protocol.ts";
import { attribute, closest } from "./tree.ts";

const clickRoles = [
  "button",
  "link",
  "tab",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "checkbox",
  "radio",
  "switch",
  "option",
  "treeitem",
  "combobox",
  "columnheader",
];

/** Roles in which a plain string is looked up first; null: any role. */
export const rolesFor: Record<Purpose, ReadonlySet<string> | null> = {
  click: new Set(clickRoles),
  fill: new Set(["textbox", "searchbox", "spinbutton", "combobox", "slider"]),
  select: new Set(["combobox", "listbox"]),
  check: new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]),
  upload: new Set(),
  press: null,
  any: null,
  set: null,
  frame: new Set(),
};

/** Roles of what is read alone: a key is meant for the field "Search" below the heading "Search". */
export const withoutKeys: ReadonlySet<string> = new Set([
  "heading",
  "img",
  "status",
  "alert",
  "figure",
  "progressbar",
]);

const namedOnly = new Set(["section", "form"]);
const notSectioning = new Set(["article", "aside", "main", "nav", "section"]);

const hasName = (element: Element): boolean =>
  attribute(element, "aria-label") !== null ||
  attribute(element, "aria-labelledby") !== null ||
  attribute(element, "title") !== null;

/** Asked for by itself: fields of a form that are named like methods of elements hide them. */
const roleOfForm = (form: Element): string =>
  (attribute(form, "role") ?? "").trim().split(/\s+/, 1)[0] || "form";

const LIST_LEVELS = 8;

/** Drawn beside a list box that only screen readers get, as large as nothing: what is chosen there has no role of its own. */
const isDrawnOption = (element: Element): boolean => {
  if (!element.hasAttribute("aria-selected")) return false;
  let at: Element = element;
  for (let level = 0; level < LIST_LEVELS && at.parentElement; level += 1) {
    const inside = at;
    at = at.parentElement;
    if ([...at.children].some((child) => child !== inside && attribute(child, "role") === "listbox"))
      return true;
  }
  return false;
};

/** The ARIA role, explicit or implied by the tag; null when the element has none. */
export const roleOf = (element: Element): string | null => {
  const tag = element instanceof HTMLFormElement ? "form" : element.localName;
  if (attribute(element, "role") === null) {
    if (namedOnly.has(tag)) return hasName(element) ? (tag === "form" ? "form" : "region") : null;
    if (tag === "p") return "paragraph";
    if (tag === "div" && isDrawnOption(element)) return "option";
    if (tag === "iframe" || tag === "div" || tag === "span") return null;
    if ((tag === "header" || tag === "footer") && closest(element, (at) => notSectioning.has(at.localName)))
      return null;
    if (tag === "th") return attribute(element, "scope") === "row" ? "rowheader" : "columnheader";
    if (
      tag === "td" &&
      closest(element, (at) => at.localName === "table")
        ?.getAttribute("role")
        ?.endsWith("grid")
    ) {
      return "gridcell";
    }
    if (tag === "input" && (element as HTMLInputElement).type === "password") return null;
  }
  const role = tag === "form" ? roleOfForm(element) : getRole(element);
  return role === "presentation" || role === "none" || role === "generic" ? null : role;
};

const textTypes = new Set(["password", "date", "time", "datetime-local", "month", "week", "color"]);

/** True when a person would say the element is of this role: a password field passes for a text box. */
export const hasRole = (element: Element, actual: string | null, wanted: string): boolean => {
  if (actual === wanted) return true;
  if (wanted === "img" || wanted === "image") return actual === "img" || actual === "image";
  if (wanted === "cell") return actual === "gridcell";
  return wanted === "textbox" && element instanceof HTMLInputElement && textTypes.has(element.type);
};

/** Roles whose name comes from their content. */
export const namedByContent = new Set([
  "button",
  "cell",
  "checkbox",
  "columnheader",
  "gridcell",
  "heading",
  "legend",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "row",
  "rowheader",
  "switch",
  "tab",
  "tooltip",
  "treeitem",
]);

/** Roles that people name by a text inside: `{role: listitem, name: Mug}`. */
export const namedByText = new Set([
  "listitem",
  "row",
  "cell",
  "gridcell",
  "article",
  "group",
  "region",
  "dialog",
  "alertdialog",
  "alert",
  "status",
  "form",
  "figure",
  "paragraph",
  "list",
  "table",
]);

const fillableTypes = new Set(["text", "email", "tel", "url", "search", "number", "range", ...textTypes]);

/** A field that text can be put into. */
export const isFillable = (element: Element): boolean => {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement) return fillableTypes.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable && !parentEditable(element);
};

const parentEditable = (element: HTMLElement): boolean => element.parentElement?.isContentEditable === true;

const checkRoles = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
export const isCheckable = (element: Element): boolean => {
  if (element instanceof HTMLInputElement) return element.type === "checkbox" || element.type === "radio";
  return checkRoles.has(attribute(element, "role") ?? "");
};

export const isSelectable = (element: Element): boolean =>
  element instanceof HTMLSelectElement ||
  /^(combobox|listbox)$/.test(attribute(element, "role") ?? "") ||
  attribute(element, "aria-haspopup") === "listbox";

const isFileInput = (element: Element): boolean =>
  element instanceof HTMLInputElement && element.type === "file";

/** Whether the element itself can be used for the purpose. */
export const suits = (element: Element, purpose: Purpose): boolean => {
  if (purpose === "fill") return isFillable(element);
  if (purpose === "select") return isSelectable(element);
  if (purpose === "check") return isCheckable(element);
  if (purpose === "upload") return isFileInput(element);
  if (purpose === "frame") return element.localName === "iframe" || element.localName === "frame";
  return true;
};
