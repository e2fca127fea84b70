import type { DocumentIndex } from "./document-index.ts";

/** What `find` gives, worked out once of each element of a document as it was looked at, however many ask. */
export const perElement = <T>(
  find: (index: DocumentIndex, element: Element) => T,
): ((index: DocumentIndex, element: Element) => T) => {
  const known = new WeakMap<DocumentIndex, Map<Element, T>>();
  return (index, element) => {
    let values = known.get(index);
    if (!values) known.set(index, (values = new Map<Element, T>()));
    const before = values.get(element);
    if (before !== undefined) return before;
    const value = find(index, element);
    values.set(element, value);
    return value;
  };
};
