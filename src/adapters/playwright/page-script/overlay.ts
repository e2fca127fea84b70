import { lookedAt } from "./looked-at.ts";
import { attribute, elementsBelow, isInside, wholeText } from "./tree.ts";

let host: HTMLElement | null = null;

const box = (element: Element, css: string): HTMLElement => {
  const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
  const div = document.createElement("div");
  div.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${width}px;height:${height}px;${css}`;
  return div;
};

const holdsSecret = (element: Element, secrets: readonly string[]): boolean => {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element instanceof HTMLInputElement && element.type === "password") return true;
    return secrets.some((secret) => element.value.includes(secret) || element.placeholder.includes(secret));
  }
  return drawnByStyle(element, secrets);
};

/** Whether a style sheet draws an attribute that holds a secret (`content: attr(…)`), or a broken picture its words. */
const drawnByStyle = (element: Element, secrets: readonly string[]): boolean => {
  const names = Element.prototype.getAttributeNames.call(element);
  const held = names.filter((name) => secrets.some((secret) => attribute(element, name)?.includes(secret)));
  if (held.length === 0) return false;
  if (element instanceof HTMLImageElement && held.includes("alt")) return true;
  return ["::before", "::after"].some((part) => /^"./.test(getComputedStyle(element, part).content));
};

/** The smallest elements whose text shows a secret, in shadow roots too. */
const showing = (elements: Element[], shadowRoots: ShadowRoot[], secrets: readonly string[]): Element[] => {
  const texts = [document.documentElement, ...shadowRoots].map((root) => root.textContent ?? "");
  const shown = secrets.filter((secret) => texts.some((text) => text.includes(secret)));
  if (shown.length === 0) return [];
  const holders = elements.filter((element) => shown.some((secret) => wholeText(element).includes(secret)));
  for (const { host, textContent } of shadowRoots)
    if (shown.some((secret) => (textContent ?? "").includes(secret))) holders.push(host);
  return holders.filter((element) => !holders.some((other) => isInside(other, element)));
};

/**
 * Draws, above everything and without changing the layout, an outline around the element last looked at and covers
 * over password fields and secrets. Gives whether there was anything to draw, and which part of the page is in view.
 */
export const draw = (options: {
  outline: boolean;
  secrets: readonly string[];
}): { drawn: boolean; x: number; y: number; width: number; height: number } => {
  const view = window.visualViewport;
  const { pageLeft: x, pageTop: y } = view ?? { pageLeft: window.scrollX, pageTop: window.scrollY };
  return { drawn: drawBoxes(options), x, y, width: window.innerWidth, height: window.innerHeight };
};

const drawBoxes = (options: { outline: boolean; secrets: readonly string[] }): boolean => {
  undraw();
  const { elements, shadowRoots } = elementsBelow(document);
  const covered = elements.filter(
    (element) => holdsSecret(element, options.secrets) && Element.prototype.checkVisibility.call(element),
  );
  covered.push(...showing(elements, shadowRoots, options.secrets));
  const outlined = options.outline ? lookedAt() : null;
  if (covered.length === 0 && outlined === null) return false;
  host = document.createElement("div");
  host.style.cssText =
    "position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none;z-index:2147483647";
  const shadow = host.attachShadow({ mode: "closed" });
  for (const element of covered) shadow.append(box(element, "background:#475569;border-radius:3px"));
  if (outlined !== null) {
    shadow.append(
      box(outlined, "box-sizing:border-box;outline:3px solid #e11d48;outline-offset:2px;border-radius:3px"),
    );
  }
  document.documentElement.append(host);
  host.popover = "manual";
  host.showPopover();
  return true;
};

export const undraw = (): void => {
  host?.remove();
  host = null;
};
