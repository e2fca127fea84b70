/** Document, shadow root or element: where a search starts. */
export type Scope = Document | ShadowRoot | Element;

const skipped = new Set(["head", "script", "style", "noscript", "template", "meta", "link", "title", "base"]);

/** Every element below `scope` in document order, open shadow roots included; not what can never be seen. */
export const elementsBelow = (scope: Scope): { elements: Element[]; shadowRoots: ShadowRoot[] } => {
  const elements: Element[] = [];
  const shadowRoots: ShadowRoot[] = [];
  const visit = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, (node) =>
      skipped.has((node as Element).localName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node as Element;
      elements.push(element);
      const { shadowRoot } = element;
      if (shadowRoot instanceof ShadowRoot) {
        shadowRoots.push(shadowRoot);
        visit(shadowRoot);
      }
    }
  };
  if (scope instanceof Element && scope.shadowRoot instanceof ShadowRoot) {
    shadowRoots.push(scope.shadowRoot);
    visit(scope.shadowRoot);
  }
  visit(scope);
  return { elements, shadowRoots };
};

type Getter<T> = (this: Node) => T;
/** Getters of the platform, which fields of a form that are named like them cannot hide. */
const getter = <T>(prototype: object, name: string): Getter<T> =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as Getter<T>;
const getParentNode = getter<Node | null>(Node.prototype, "parentNode");
const getChildNodes = getter<NodeListOf<ChildNode>>(Node.prototype, "childNodes");
const getTextContent = getter<string | null>(Node.prototype, "textContent");
const getInnerText = getter<string>(HTMLElement.prototype, "innerText");
const getAssignedSlot = getter<HTMLSlotElement | null>(Element.prototype, "assignedSlot");

/** The parent as it is drawn: slot of a slotted element, host of a shadow root's child. */
export const composedParent = (element: Element): Element | null => {
  const slot = getAssignedSlot.call(element);
  if (slot !== null) return slot;
  const parent = getParentNode.call(element);
  if (parent instanceof Element) return parent;
  return parent instanceof ShadowRoot ? parent.host : null;
};

/** True when `inner` is drawn inside `outer` (not the same element). */
export const isInside = (inner: Element, outer: Element): boolean => {
  if (inner === outer) return false;
  if (Node.prototype.contains.call(outer, inner)) return true;
  const { getRootNode } = Node.prototype;
  if (getRootNode.call(inner) === document && getRootNode.call(outer) === document) return false;
  for (let at = composedParent(inner); at; at = composedParent(at)) if (at === outer) return true;
  return false;
};

/** The nearest element drawn around `element` (itself included) that satisfies `test`. */
export const closest = (element: Element, test: (element: Element) => boolean): Element | null => {
  for (let at: Element | null = element; at; at = composedParent(at)) if (test(at)) return at;
  return null;
};

/** Child nodes as they are drawn; safe on forms whose fields are named like DOM properties. */
export const drawnChildren = (node: Node): Node[] => {
  if (node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  if (node instanceof Element && node.shadowRoot instanceof ShadowRoot) return childrenOf(node.shadowRoot);
  return childrenOf(node);
};

const childrenOf = (node: Node): Node[] => [...getChildNodes.call(node)];

/** Child nodes as they are in the document. */
export const childNodes = (node: Node): NodeListOf<ChildNode> => getChildNodes.call(node);

/** An attribute, also on a form that has a field named `getAttribute`. */
export const attribute = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name);

/** The text as it is drawn, also of a form that has a field named `innerText`. */
export const drawnText = (element: HTMLElement): string => getInnerText.call(element);

/** The text of all nodes inside, hidden ones included, also of a form that has a field named `textContent`. */
export const wholeText = (node: Node): string => getTextContent.call(node) ?? "";

/** `matches` and `querySelector`, also on a form that has fields of these names. */
export const fitsSelector = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector);
export const firstInside = (element: Element, selector: string): Element | null =>
  Element.prototype.querySelector.call(element, selector);

export const childElements = (element: Element): Element[] =>
  childrenOf(element).filter((node) => node instanceof Element);

/** Drawn with a size, as Playwright defines visible: transparent counts as visible. */
export const isVisible = (element: Element): boolean => {
  if (!Element.prototype.checkVisibility.call(element, { visibilityProperty: true })) return false;
  const { width, height } = Element.prototype.getBoundingClientRect.call(element);
  if (width > 0 && height > 0) return true;
  return getComputedStyle(element).display === "contents" && drawnChildren(element).some(isNodeVisible);
};

const isNodeVisible = (node: Node): boolean => {
  if (node instanceof Element) return isVisible(node);
  if (!(node instanceof Text)) return false;
  const range = document.createRange();
  range.selectNode(node);
  const { width, height } = range.getBoundingClientRect();
  return width > 0 && height > 0;
};
