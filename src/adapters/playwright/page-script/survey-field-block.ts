import type { DocumentIndex } from "./document-index.ts";
import { fold } from "./text.ts";
import { childElements, closest, fitsSelector } from "./tree.ts";

const FIELDS = "input:not([type=hidden]),select,textarea,[contenteditable=true]";
const ENDS = /^(?:form|fieldset|table|tr|td|section|main|body|dialog)$/;
const LEVELS = 12;
const LONGEST = 40;

/** The largest part of the page that holds this field and no other, beside parts that hold others. */
const blockOf = (field: Element): Element | null => {
  let at = field;
  for (let level = 0; level < LEVELS; level += 1) {
    const parent = at.parentElement;
    if (!parent) return null;
    const others = [...parent.querySelectorAll(FIELDS)].some(
      (each) => each !== field && !field.contains(each),
    );
    if (others) return at === field ? null : at;
    if (ENDS.test(parent.localName)) return null;
    at = parent;
  }
  return null;
};

/** What a block says first, before its field; with the button that it is the name of. */
const headOf = (
  index: DocumentIndex,
  block: Element,
  isEnd: (node: Node) => boolean,
): { text: string; button: Element | null } | null => {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && !isEnd(node); node = walker.nextNode()) {
    if (!(node instanceof Text) || !/\p{L}/u.test(node.data)) continue;
    const holder = node.parentElement;
    if (!holder || !index.visible(holder)) continue;
    const inner = closest(holder, (at) => at === block || at.localName === "button");
    return { text: fold(index.text(holder)), button: inner === block ? null : inner };
  }
  return null;
};

const isStart = (node: Node): boolean => node instanceof Element && fitsSelector(node, FIELDS);

/**
 * What the block of a field without a label begins with. A button is what the field is called where the blocks beside it
 * begin with buttons of other names: each is a menu of its field.
 */
export const labelOfBlock = (index: DocumentIndex, field: Element): string => {
  const block = blockOf(field);
  const head = block && headOf(index, block, (node) => node === field);
  if (!block || !head || head.text.length > LONGEST) return "";
  if (head.button === null) return head.text;
  const heads = childElements(block.parentElement ?? block)
    .filter((each) => each !== block)
    .map((each) => headOf(index, each, isStart));
  const others = heads.filter((each) => each?.button);
  return others.length > 0 && others.every((each) => each?.text !== head.text) ? head.text : "";
};
