import { attribute, childElements } from "./tree.ts";

const DEEPEST = 24;
const ignored = new Set([
  "script",
  "style",
  "link",
  "meta",
  "noscript",
  "template",
  "br",
  "b",
  "i",
  "em",
  "strong",
  "span",
  "code",
  "small",
  "svg",
  "u",
  "mark",
  "img",
  "picture",
]);
/** Their items differ from one another and from day to day; that there are items is what matters. */
const repeating = new Set(["ul", "ol", "tbody", "select", "datalist", "dl"]);

const signature = (element: Element, depth: number): string => {
  const role = attribute(element, "role");
  const type = element instanceof HTMLInputElement ? `:${element.type}` : "";
  const own = `${element.localName}${type}${role ? `=${role}` : ""}`;
  if (depth >= DEEPEST) return own;
  const parts = new Set<string>();
  for (const child of childElements(element)) {
    if (ignored.has(child.localName)) continue;
    parts.add(repeating.has(element.localName) ? child.localName : signature(child, depth + 1));
  }
  return parts.size === 0 ? own : `${own}(${[...parts].join(",")})`;
};

/** Hash (FNV-1a, two lanes) of tags and roles; equal siblings count once. */
export const structureOf = (root: Element): string => {
  const text = signature(root, 0);
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
};
