import { computeAccessibleName } from "dom-accessibility-api";
import { namedByContent } from "./roles.ts";
import { fold } from "./text.ts";
import { attribute, childNodes } from "./tree.ts";

const unseen = new Set(["script", "style", "noscript", "template"]);
/** What carries a name of its own in a way that only the full algorithm knows. */
const involved = new Set(["input", "select", "textarea", "slot", "object", "iframe", "meter", "progress"]);

const isHidden = (element: Element): boolean => {
  if (attribute(element, "aria-hidden") === "true") return true;
  const { display, visibility } = getComputedStyle(element);
  return display === "none" || visibility !== "visible";
};

const inlineTags = new Set([
  "a",
  "abbr",
  "b",
  "bdi",
  "code",
  "em",
  "font",
  "i",
  "kbd",
  "mark",
  "q",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "svg",
  "u",
  "img",
  "button",
]);

/** Name of plain content: texts, alternative texts and labels; `but` is what is named by it. Null when the full algorithm is needed. */
const nameOfContent = (element: Element, hiddenToo: boolean, but?: Element): string | null => {
  let text = "";
  for (const node of childNodes(element)) {
    if (node === but) continue;
    if (node instanceof Text) {
      text += node.data;
      continue;
    }
    if (!(node instanceof Element) || unseen.has(node.localName)) continue;
    const tag = node.localName;
    const custom = tag.includes("-") || involved.has(tag) || attribute(node, "aria-labelledby") !== null;
    if (custom || attribute(node, "aria-owns") !== null) return null;
    if (!hiddenToo && isHidden(node)) continue;
    const label = attribute(node, "aria-label");
    const own = label?.trim()
      ? label
      : tag === "img"
        ? (attribute(node, "alt") ?? attribute(node, "title"))
        : tag === "svg"
          ? titleOf(node)
          : null;
    const part = own ?? nameOfContent(node, hiddenToo, but);
    if (part === null) return null;
    const inner = part.trim() === "" ? (attribute(node, "title") ?? part) : part;
    text += inlineTags.has(tag) && !isBlock(node) ? inner : ` ${inner} `;
  }
  return text;
};

const isBlock = (element: Element): boolean =>
  !/^(inline|contents|none)$/.test(getComputedStyle(element).display);

const titleOf = (svg: Element): string => {
  for (const child of childNodes(svg))
    if (child instanceof Element && child.localName === "title") return child.textContent ?? "";
  return "";
};

/** What the labels of a field say, with the spaces between their parts; null when the full algorithm is needed. */
const nameOfLabels = (
  element: Element,
  labels: readonly HTMLLabelElement[],
  hiddenToo: boolean,
): string | null => {
  const own = ["aria-label", "aria-labelledby"].some((key) => attribute(element, key) !== null);
  if (own || labels.length === 0) return null;
  const parts = labels.map((label) =>
    attribute(label, "aria-label") === null && !isHidden(label)
      ? nameOfContent(label, hiddenToo, element)
      : null,
  );
  return parts.includes(null) ? null : fold(parts.join(" "));
};

/**
 * The accessible name. What is named by plain content or by aria-label is worked out here, a hundred times faster than
 * by the full algorithm, which is asked for all else. `labels`: the label elements that point at it.
 */
export const nameOf = (
  element: Element,
  role: string | null,
  labels: readonly HTMLLabelElement[],
  hiddenToo: boolean,
): string => {
  const labelled = nameOfLabels(element, labels, hiddenToo);
  if (labelled) return labelled;
  if (
    role !== null &&
    namedByContent.has(role) &&
    attribute(element, "aria-labelledby") === null &&
    labels.length === 0
  ) {
    const label = fold(attribute(element, "aria-label") ?? "");
    if (label !== "") return label;
    const quick = involved.has(element.localName) ? null : nameOfContent(element, hiddenToo);
    if (quick !== null) return fold(quick) || fold(attribute(element, "title") ?? "");
  }
  try {
    return fold(computeAccessibleName(element, { hidden: hiddenToo }));
  } catch {
    // A form with fields that are named like methods of elements.
    return fold(attribute(element, "aria-label") ?? "");
  }
};
