import type { Target } from "#model/target.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Purpose } from "./protocol.ts";
import { isFillable } from "./roles.ts";
import { attribute, closest } from "./tree.ts";

/** What the parts of a survey share. */
export type Surveyor = {
  index: DocumentIndex;
  find(element: Element, purpose: Purpose): Target | null;
  /** Visible elements in document order. */
  visible: Element[];
  /** Tells of an element whether an open dialog has to be put aside before it can be used. */
  isBehind(element: Element): boolean;
};

const chromeRoles = new Set(["navigation", "banner", "contentinfo", "menubar", "menu"]);

/** The nearest part around it that many pages of an app have in common. */
export const chromeAround = ({ index }: Surveyor, element: Element): Element | null =>
  closest(element, (at) => chromeRoles.has(index.role(at) ?? ""));

/** Inside what many pages of an app have in common. */
export const isChrome = (surveyor: Surveyor, element: Element): boolean =>
  chromeAround(surveyor, element) !== null;

export const isSameOrigin = (href: string): boolean =>
  URL.canParse(href, document.baseURI) && new URL(href, document.baseURI).origin === window.location.origin;

export const absolute = (href: string): string =>
  URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI).href : href;

export const buttonRoles = new Set([
  "button",
  "tab",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "switch",
  "treeitem",
]);

/** The purpose that an element is made for. */
export const purposeOf = (element: Element): Purpose => {
  if (element instanceof HTMLSelectElement) return "select";
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) return "check";
  if (element instanceof HTMLInputElement && element.type === "file") return "upload";
  if (isFillable(element)) return "fill";
  const role = attribute(element, "role") ?? "";
  if (/^(checkbox|radio|switch)$/.test(role)) return "check";
  return /^(combobox|listbox)$/.test(role) ? "select" : "click";
};

/** What is written or shown by programs, which is no prose. */
export const CODE = "code,pre,samp,kbd";
const MOST_SAMPLES = 200;

/** The text of an element without its samples of code. */
export const withoutCode = ({ index }: Surveyor, element: Element): string => {
  let text = index.text(element);
  for (const sample of [...element.querySelectorAll(CODE)].slice(0, MOST_SAMPLES)) {
    const words = index.text(sample);
    if (words !== "") text = text.replace(words, () => " ");
  }
  return text;
};

/** What heads one entry of a list, or a navigation, heads nothing beside it. */
const headsOther = ({ index }: Surveyor, heading: Element, element: Element): boolean => {
  const part = closest(heading, (at) => /^(?:navigation|listitem)$/.test(index.role(at) ?? ""));
  return part !== null && !Node.prototype.contains.call(part, element);
};

/** The heading that stands before an element, nearest first; or in it, where its own headings are about all of it. */
export const headingBefore = (surveyor: Surveyor, element: Element, inside = true): string => {
  let best = "";
  for (const heading of surveyor.index.withRole("heading")) {
    const order = heading.compareDocumentPosition(element);
    if (!inside && order & Node.DOCUMENT_POSITION_CONTAINS) break;
    if (order & Node.DOCUMENT_POSITION_FOLLOWING || order & Node.DOCUMENT_POSITION_CONTAINS) {
      if (surveyor.index.visible(heading) && !headsOther(surveyor, heading, element))
        best = surveyor.index.text(heading);
    } else break;
  }
  return best;
};
