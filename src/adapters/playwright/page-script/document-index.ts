import { nameOf } from "./names.ts";
import { hasRole, namedByContent, roleOf } from "./roles.ts";
import { fold, lower, seenText } from "./text.ts";
import { attribute, composedParent, elementsBelow, firstInside, isVisible, wholeText } from "./tree.ts";

/** What is known of the document at one moment; thrown away with the next change. */
export type DocumentIndex = {
  readonly elements: Element[];
  readonly shadowRoots: ShadowRoot[];
  role(element: Element): string | null;
  /** Accessible name, white space folded. */
  name(element: Element): string;
  /** Elements of a role, in document order. */
  withRole(role: string): Element[];
  /** Elements that can have labels. */
  labelled(): Element[];
  /** Texts of labels, as given and without a trailing `*` or `:`. */
  labels(element: Element): string[];
  labelElements(element: Element): HTMLLabelElement[];
  visible(element: Element): boolean;
  /** Whether a user of assistive technology is offered the element: not aria-hidden, not inert. */
  offered(element: Element): boolean;
  text(element: Element): string;
  /** Text of all nodes below in lower case, hidden ones included: a cheap first test. */
  rawText(element: Element): string;
  /** Elements with a role whose name, in lower case, is the given one or contains it. */
  named(lowerName: string, how: "equal" | "contains"): Element[];
  /** Names every element once, for many look-ups in a row. */
  nameAll(): void;
};

const nameAttributes = ["aria-label", "aria-labelledby", "title"];

const richContent = "[aria-label],[aria-labelledby],[title],[alt],[aria-owns],svg,input,select,textarea,slot";

const labelable = new Set(["input", "select", "textarea", "button", "meter", "output", "progress"]);
const isLabelled = (element: Element): boolean =>
  labelable.has(element.localName) ||
  attribute(element, "aria-label") !== null ||
  attribute(element, "aria-labelledby") !== null;

const trailing = /\s*[*:：]+\s*$/;

/** Which labels point at which controls: asking each control instead takes a walk through the document each. */
const labelsByControl = (elements: readonly Element[]): Map<Element, HTMLLabelElement[]> => {
  const labels = new Map<Element, HTMLLabelElement[]>();
  for (const element of elements) {
    if (!(element instanceof HTMLLabelElement) || !element.control) continue;
    labels.set(element.control, [...(labels.get(element.control) ?? []), element]);
  }
  return labels;
};

const readLabels = (element: Element, labels: readonly HTMLLabelElement[]): string[] => {
  const texts = labels.map(labelText);
  const ids = attribute(element, "aria-labelledby");
  const root = Node.prototype.getRootNode.call(element);
  if (ids && (root instanceof Document || root instanceof ShadowRoot)) {
    const named = ids.split(/\s+/).map((id) => {
      const other = root.getElementById(id);
      return other ? wholeText(other) : "";
    });
    texts.push(named.join(" "));
  }
  const label = attribute(element, "aria-label");
  if (label) texts.push(label);
  const all = texts.map(fold).filter((text) => text !== "");
  return [...new Set([...all, ...all.map((text) => text.replace(trailing, ""))])];
};

/** A label's text without the options or values of the control inside. */
const labelText = (label: Element): string => {
  if (!label.querySelector("select,textarea,option")) return label.textContent ?? "";
  return seenText(label);
};

const memo = <V>(compute: (element: Element) => V): ((element: Element) => V) => {
  const known = new Map<Element, V>();
  return (element) => {
    const hit = known.get(element);
    if (hit !== undefined || known.has(element)) return hit as V;
    const value = compute(element);
    known.set(element, value);
    return value;
  };
};

export const indexDocument = (): DocumentIndex => {
  const { elements, shadowRoots } = elementsBelow(document);
  const byRole = new Map<string, Element[]>();
  let labelled: Element[] | null = null;
  let byName: Map<string, Element[]> | null = null;
  const role = memo(roleOf);
  const visible = memo(isVisible);
  const text = memo(seenText);
  const rawText = memo((element) =>
    (shadowRoots.length > 0 ? text(element) : wholeText(element)).toLowerCase(),
  );
  const labelsOf = labelsByControl(elements);
  const name = memo((element) =>
    nameOf(element, role(element), labelsOf.get(element) ?? [], !visible(element)),
  );
  const offered = memo((element): boolean => {
    if (attribute(element, "aria-hidden") === "true" || attribute(element, "inert") !== null) return false;
    const parent = composedParent(element);
    return parent === null || offered(parent);
  });

  const maybe = (element: Element, words: string[]): boolean => {
    const kind = role(element);
    if (kind === null && !(element instanceof HTMLInputElement)) return false;
    if (kind === null || !namedByContent.has(kind)) return true;
    if (nameAttributes.some((attributeName) => attribute(element, attributeName) !== null)) return true;
    if (element instanceof HTMLInputElement) return true;
    const raw = rawText(element);
    return words.every((word) => raw.includes(word)) || firstInside(element, richContent) !== null;
  };

  const index: DocumentIndex = {
    elements,
    shadowRoots,
    role,
    name,
    withRole(wanted) {
      const known = byRole.get(wanted);
      if (known) return known;
      const found = elements.filter((element) => hasRole(element, role(element), wanted));
      byRole.set(wanted, found);
      return found;
    },
    labelled: () => (labelled ??= elements.filter(isLabelled)),
    labels: memo((element) => readLabels(element, labelsOf.get(element) ?? [])),
    labelElements: (element) => labelsOf.get(element) ?? [],
    offered,
    visible,
    text,
    rawText,
    named(lowerName, how) {
      if (byName) {
        if (how === "equal") return byName.get(lowerName) ?? [];
        return [...byName].filter(([key]) => key.includes(lowerName)).flatMap(([, same]) => same);
      }
      const words = lowerName.split(" ");
      return elements.filter((element) => {
        if (!maybe(element, words)) return false;
        const own = lower(name(element));
        return how === "equal" ? own === lowerName : own.includes(lowerName);
      });
    },
    nameAll() {
      byName = new Map();
      for (const element of elements) {
        if (role(element) === null && !(element instanceof HTMLInputElement)) continue;
        const key = lower(name(element));
        const same = byName.get(key);
        if (same) same.push(element);
        else byName.set(key, [element]);
      }
    },
  };
  return index;
};
