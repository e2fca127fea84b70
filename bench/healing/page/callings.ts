/** Attributes that a developer calls an element by. */
export const identifiers = ["id", "data-testid", "data-test-id", "data-test", "data-cy"];

/** The nodes and attributes that an element is called by, each with a way to call it otherwise. */
export const callings = (element: Element): { text: string; call(text: string): void }[] => {
  const found: { text: string; call(text: string): void }[] = [];
  const add = (text: string, call: (text: string) => void): void => {
    if (text.trim() !== "") found.push({ text: text.trim(), call });
  };
  for (const key of ["aria-label", "placeholder", "title", "alt"]) {
    add(element.getAttribute(key) ?? "", (text) => element.setAttribute(key, text));
  }
  if (element instanceof HTMLInputElement && /^(submit|button)$/.test(element.type)) {
    add(element.getAttribute("value") ?? "", (text) => element.setAttribute("value", text));
  }
  const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  const sources =
    element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
      ? labels
      : [element, ...labels];
  for (const source of sources) {
    const walker = document.createTreeWalker(source, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text;
      const parent = text.parentElement;
      if (parent?.closest("option,script,style,textarea")) continue;
      add(text.data, (said) => void (text.data = said));
    }
  }
  const image = element.querySelector("img[alt],svg title");
  if (image instanceof HTMLImageElement) add(image.alt, (text) => void (image.alt = text));
  return found;
};

/** Calls an element otherwise, in one of the ways that it is called by. */
export const replaceText = (element: Element, text: string): void => {
  callings(element).forEach(({ call }, at, all) =>
    call(all[at]?.text === all[0]?.text || at === 0 ? text : ""),
  );
};
