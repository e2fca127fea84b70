import type { DocumentIndex } from "./document-index.ts";
import { perElement } from "./per-element.ts";
import { clip, fold } from "./text.ts";
import { attribute, wholeText } from "./tree.ts";

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

/** Walks the text nodes below an element, but for those in what the selector fits. */
export const textsWithout = (element: Element, leftOut: string): TreeWalker =>
  document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return node instanceof Element && node.matches(leftOut)
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_SKIP;
  });

const textNodesOf = (element: Element): string => {
  if (Element.prototype.querySelector.call(element, unseen) === null) return wholeText(element);
  const walker = textsWithout(element, unseen);
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

/** What the element is called, as far as that can be told cheaply. */
export const cheapName = perElement(findName);
