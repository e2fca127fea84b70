import { digest } from "./fingerprint-keys.ts";
import { perElement } from "./per-element.ts";
import { attribute } from "./tree.ts";

const MOST_SHAPES = 20;
const shapes = "path,use,circle,rect,line,polyline,polygon,ellipse,image";
const drawing = ["d", "href", "xlink:href", "points", "cx", "cy", "x", "y", "x1", "y1", "width"];
/** Classes of icon fonts. */
const isFont = /(^|[\s_-])(icons?|glyphicon|fa[srlbd]?|bi|mdi|ri|ti|material|octicon)([\s_-]|$)/i;

const drawn = (svg: Element): string =>
  [...svg.querySelectorAll(shapes)]
    .slice(0, MOST_SHAPES)
    .map((shape) => drawing.map((name) => attribute(shape, name) ?? "").join(" "))
    .join("|");

const find = (element: Element): string => {
  const svg = element.querySelector("svg");
  if (svg) {
    const what = drawn(svg);
    return what === "" ? "" : digest(what);
  }
  const image = element.querySelector("img");
  const source = image ? (attribute(image, "src") ?? "") : "";
  if (source !== "" && source !== "data:,") return digest(source.split("?", 1)[0] ?? "");
  for (const letter of element.querySelectorAll("i,span,em")) {
    const classes = attribute(letter, "class") ?? "";
    if (letter.childElementCount > 0 || !(letter.localName === "i" ? classes : isFont.test(classes)))
      continue;
    // Some fonts take the name of the icon as text.
    const text = (letter.textContent ?? "").trim();
    if (text === "" || (isFont.test(classes) && /^[a-z_]+$/.test(text)))
      return digest([...letter.classList].toSorted().join(" ") + text);
  }
  return "";
};

/** Digest of the icon that a control shows; empty when it shows none. */
export const iconOf = perElement((_, element) => find(element));
