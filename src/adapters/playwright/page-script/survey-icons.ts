import type { Target } from "#model/target.ts";
import type { Surveyor } from "./survey-parts.ts";
import { resolve } from "./resolve.ts";
import { attribute, closest } from "./tree.ts";

const NAMED = "[data-icon],[data-lucide]";
const NAME = /^[a-z][a-z0-9_-]{2,30}$/;

/**
 * What the icon of a button without a name is called, where it stands in the head of a page, and what the button is found by.
 * The name has to stand in an attribute: classes are about looks as well.
 */
export const namedByIcon = (
  { index }: Surveyor,
  element: Element,
): { icon: string; target: Target } | null => {
  if (element.localName !== "button" || index.name(element) !== "" || index.text(element) !== "") return null;
  if (closest(element, (at) => index.role(at) === "banner" || at.localName === "header") === null)
    return null;
  const drawn = [...element.querySelectorAll(NAMED)];
  const key = drawn[0]?.hasAttribute("data-icon") ? "data-icon" : "data-lucide";
  const icon = drawn[0] ? (attribute(drawn[0], key) ?? "") : "";
  if (drawn.length !== 1 || !NAME.test(icon)) return null;
  const target = { css: `button:has([${key}="${icon}"])` };
  const found = resolve(index, target, "click");
  return found.ok && found.elements.length === 1 && found.elements[0] === element ? { icon, target } : null;
};
