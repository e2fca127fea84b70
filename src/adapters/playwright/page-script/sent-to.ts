import { attribute, closest, elementsBelow } from "./tree.ts";

/** Forms and their buttons resolve their addresses themselves, `base` and all; a field that is named like that cannot hide it. */
const addressOf = (element: Element): string => {
  if (element instanceof HTMLFormElement) return Reflect.get(HTMLFormElement.prototype, "action", element);
  return (element as HTMLButtonElement).formAction;
};

/** Null where a script is all that is called. */
const originOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { origin, protocol } = new URL(address);
  if (protocol === "javascript:") return null;
  return origin === "null" ? protocol : origin;
};

const submits = /^(submit|image)$/;

const formOf = (element: Element): Element | null =>
  "form" in element ? (element.form as Element | null) : closest(element, (at) => at.localName === "form");

/**
 * The origins that what is typed into a field goes to by itself: that of its document, then those that its form is sent
 * to, by whatever button. A script may send it anywhere.
 */
export const sentTo = (element: Element): string[] => {
  const form = formOf(element);
  if (form === null) return [window.origin];
  const root = Node.prototype.getRootNode.call(element) as Document | ShadowRoot;
  const buttons = elementsBelow(root).elements.filter(
    (one) =>
      /^(button|input)$/.test(one.localName) &&
      attribute(one, "formaction") !== null &&
      submits.test((one as HTMLButtonElement).type) &&
      formOf(one) === form,
  );
  const sent = [form, ...buttons].map((one) => originOf(addressOf(one)));
  return [...new Set([window.origin, ...sent.filter((origin) => origin !== null)])];
};
