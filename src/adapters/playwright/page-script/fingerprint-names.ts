import type { DocumentIndex } from "./document-index.ts";
import { clip, fold } from "./text.ts";
import { attribute } from "./tree.ts";

export const LONGEST_TEXT = 120;

const controls = new Set(["a", "button", "input", "select", "textarea", "summary", "label", "option"]);
/** True for an element that a person would use, not only read. */
export const isControl = (element: Element): boolean =>
  controls.has(element.localName) ||
  !/^(none|presentation)?$/.test(attribute(element, "role") ?? "") ||
  attribute(element, "onclick") !== null ||
  attribute(element, "tabindex") !== null ||
  attribute(element, "contenteditable") !== null;

const controlSelector = [...controls, "[role]", "[onclick]", "[tabindex]", "[contenteditable]"].join(",");
const used = new WeakMap<DocumentIndex, Element[]>();

/** The controls of a document in order. */
export const controlsOf = (index: DocumentIndex): Element[] => {
  let found = used.get(index);
  if (!found) {
    const pool =
      index.shadowRoots.length > 0
        ? index.elements
        : [...Document.prototype.querySelectorAll.call(document, controlSelector)];
    used.set(index, (found = pool.filter(isControl)));
  }
  return found;
};

/** What an element can be mistaken for: the controls and, when it is none, what is of its tag. */
export const comparableWith = (index: DocumentIndex, element: Element): Element[] =>
  isControl(element)
    ? controlsOf(index)
    : index.elements.filter((other) => other.localName === element.localName || isControl(other));

const isEditable = (element: Element): boolean =>
  element.localName === "textarea" ||
  element.localName === "select" ||
  (attribute(element, "contenteditable") ?? "false") !== "false";

const buttonTypes = /^(submit|button|reset|image)$/;

export const unseen = "style,script,title,desc,noscript,template,textarea,select,[contenteditable]";

const textNodesOf = (element: Element): string => {
  if (Element.prototype.querySelector.call(element, unseen) === null) return element.textContent ?? "";
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
      return node instanceof Element && node.matches(unseen)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP;
    },
  );
  let text = "";
  for (let node = walker.nextNode(); node && text.length < 400; node = walker.nextNode())
    text += node.textContent;
  return text;
};

/** The text of an element without asking for its layout; nothing that a user typed. */
export const plainText = (element: Element): string => {
  if (element instanceof HTMLInputElement)
    return buttonTypes.test(element.type) ? fold(attribute(element, "value") ?? "") : "";
  return isEditable(element) ? "" : clip(fold(textNodesOf(element).slice(0, 400)), LONGEST_TEXT);
};

const findName = (index: DocumentIndex, element: Element): string => {
  const given = attribute(element, "aria-label");
  if (given) return clip(fold(given), LONGEST_TEXT);
  const text = plainText(element);
  if (text !== "") return text;
  return clip(
    fold(
      index.labels(element)[0] ??
        attribute(element, "placeholder") ??
        attribute(element, "title") ??
        attribute(element, "alt") ??
        element.querySelector("img[alt]")?.getAttribute("alt") ??
        element.querySelector("title")?.textContent ??
        "",
    ),
    LONGEST_TEXT,
  );
};

/** Cheap names by document as it was looked at: each element is named once, however many ask. */
const named = new WeakMap<DocumentIndex, Map<Element, string>>();

/** What the element is called, as far as that can be told cheaply. */
export const cheapName = (index: DocumentIndex, element: Element): string => {
  let names = named.get(index);
  if (!names) named.set(index, (names = new Map<Element, string>()));
  let name = names.get(element);
  if (name === undefined) names.set(element, (name = findName(index, element)));
  return name;
};
