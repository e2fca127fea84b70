let last: WeakRef<Element> | null = null;

/** Keeps in mind the element last acted on or looked at, for the outline in pictures. */
export const remember = (element: Element): void => {
  last = new WeakRef(element);
};

export const lookedAt = (): Element | null => {
  const element = last?.deref();
  return element?.isConnected ? element : null;
};
