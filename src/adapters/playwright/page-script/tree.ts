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

const parentNodeOf = (node: Node): Node | null =>
  Reflect.get(Node.prototype, "parentNode", node) as Node | null;

/** The parent as it is drawn: slot of a slotted element, host of a shadow root's child. */
export const composedParent = (element: Element): Element | null => {
  if (element.assignedSlot instanceof Element) return element.assignedSlot;
  const parent = parentNodeOf(element);
  if (parent instanceof Element) return parent;
  return parent instanceof ShadowRoot ? parent.host : null;
};

/** True when `inner` is drawn inside `outer` (not the same element). */
export const isInside = (inner: Element, outer: Element): boolean => {
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

const childrenOf = (node: Node): Node[] => [
  ...(Reflect.get(Node.prototype, "childNodes", node) as NodeListOf<ChildNode>),
];

/** An attribute, also on a form that has a field named `getAttribute`. */
export const attribute = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name);

/** Drawn with a size, as Playwright defines visible: transparent counts as visible. */
export const isVisible = (element: Element): boolean => {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
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

/** Kept from assistive technology: inside aria-hidden or inert. */
export const isKeptFromUsers = (element: Element): boolean =>
  closest(element, (at) => attribute(at, "aria-hidden") === "true" || at.hasAttribute("inert")) !== null;
