import type { Fingerprint } from "#model/fingerprint.ts";
import type { Features } from "./similarity.ts";
import type { DocumentIndex } from "./document-index.ts";
import { bindingsOf } from "./fingerprint-bindings.ts";
import { companyOf } from "./fingerprint-company.ts";
import { keyDigest, keyKinds, keysOf, nameDigest, ownKeyDigests } from "./fingerprint-keys.ts";
import { iconOf } from "./fingerprint-icon.ts";
import {
  LONGEST_TEXT,
  cheapName,
  comparableWith,
  controlsOf,
  plainText,
  unseen,
} from "./fingerprint-names.ts";
import { holdersOf } from "./names-then.ts";
import { scopeDigest } from "./fingerprint-scope.ts";
import { tokens } from "./meaning.ts";
import { clip, fold, lower } from "./text.ts";
import { attribute, childElements, composedParent, isInside, wholeText } from "./tree.ts";

const MOST_CLASSES = 12;
const MOST_ATTRIBUTES = 12;
const MOST_WORDS = 40;
const MOST_ANCESTORS = 12;
const MOST_OTHERS = 400;
const CLIMB = 5;
const TEXT_NODES = 200;

const landmarks = new Set([
  "main",
  "nav",
  "header",
  "footer",
  "aside",
  "form",
  "dialog",
  "table",
  "fieldset",
  "navigation",
  "banner",
  "contentinfo",
  "complementary",
  "search",
  "alertdialog",
  "grid",
  "tablist",
  "menu",
  "toolbar",
]);
/** Kept apart, of no use, or what a user typed. */
const leftOut =
  /^(id|class|style|name|type|href|src|srcset|value|checked|selected|tabindex|on\w+|aria-(label|labelledby|describedby|controls|owns|expanded|selected|checked|pressed|current|value\w*|hidden|activedescendant|busy)|role|placeholder|data-(reactid|value|state|test.*|cy))$/;

const words = (text: string): string[] =>
  lower(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** The words of the nearest elements that say more than the element itself. */
const wordsAround = (element: Element): string[] => {
  const found = new Set<string>();
  let nodes = 0;
  for (let at = composedParent(element), from = element, level = 0; at && level < CLIMB; level += 1) {
    const walker = document.createTreeWalker(at, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
      if (node === from || (node instanceof Element && node.matches(unseen))) return NodeFilter.FILTER_REJECT;
      return NodeFilter.FILTER_SKIP;
    });
    for (let node = walker.nextNode(); node && nodes < TEXT_NODES; node = walker.nextNode()) {
      nodes += 1;
      for (const word of words(wholeText(node).slice(0, 200))) {
        if (found.size >= MOST_WORDS) return [...found];
        found.add(word);
      }
    }
    if (found.size >= MOST_WORDS / 4 || at === document.body) break;
    from = at;
    at = composedParent(at);
  }
  return [...found];
};

const kindOf = (element: Element): string => attribute(element, "role") ?? element.localName;

const ancestorsOf = (element: Element): string[] => {
  const kinds: string[] = [];
  for (let at = composedParent(element); at && kinds.length < MOST_ANCESTORS; at = composedParent(at)) {
    if (at === document.body) break;
    kinds.push(kindOf(at));
  }
  return kinds;
};

const landmarkOf = (element: Element): string => {
  for (let at = composedParent(element); at; at = composedParent(at)) {
    const kind = kindOf(at);
    if (landmarks.has(kind)) return kind;
  }
  return "";
};

const build = (element: Element): string => `${element.localName}.${attribute(element, "class") ?? ""}`;

/** Whether siblings of the element, or of what it is in, are built like it. */
const isRepeated = (element: Element): boolean => {
  for (let at: Element | null = element, level = 0; at && level < CLIMB; level += 1) {
    const parent = composedParent(at);
    if (!parent || parent === document.body) return false;
    const own = build(at);
    const alike = childElements(parent).filter((sibling) => sibling !== at && build(sibling) === own);
    const holds =
      at === element ? alike : alike.filter((sibling) => sibling.querySelector(element.localName) !== null);
    if (holds.length > 0 && !landmarks.has(kindOf(at))) return true;
    at = parent;
  }
  return false;
};

const attributesOf = (element: Element): string[] =>
  [...element.attributes]
    .filter(({ name }) => !leftOut.test(name))
    .slice(0, MOST_ATTRIBUTES)
    .map(({ name, value }) => clip(`${name}=${value}`, 80));

type Others = Pick<Fingerprint, "others" | "common" | "holders" | "bindings" | "icon">;

/** Whether a name has all the words, and there are some; what cannot be is told without taking the name apart. */
const holdsWords = (name: string, own: readonly string[]): boolean => {
  const lowered = lower(name);
  if (own.length === 0 || !own.every((word) => lowered.includes(word))) return false;
  const there = new Set(tokens(name));
  return own.every((word) => there.has(word));
};

/**
 * The page's other controls, at most 400: those that stand nearest in the document. What the element has in common with
 * them counts inside what its target is within: nothing else is ever taken for it.
 */
const othersOf = (index: DocumentIndex, element: Element, scope: Element | null): Others => {
  const controls = comparableWith(index, element);
  const place = controls.indexOf(element);
  const first = Math.max(0, Math.min(place - MOST_OTHERS / 2, controls.length - MOST_OTHERS));
  const ownName = nameDigest(cheapName(index, element));
  const names = new Set<string>();
  const keys = new Set<string>();
  const near = new Set<string>();
  const ownWords = tokens(cheapName(index, element));
  const bound = new Set<string>();
  const icons = new Set<string>();
  const role = index.role(element);
  let hasNamesake = false;
  const holders = new Set<string>();
  const around = new Set<string>();
  for (const other of controls.slice(first, first + MOST_OTHERS)) {
    if (other === element || isInside(other, element)) continue;
    const name = cheapName(index, other);
    const digest = name === "" ? "" : nameDigest(name);
    if (isInside(element, other)) {
      if (digest !== ownName && holdsWords(name, ownWords)) around.add(digest);
      continue;
    }
    const isNear = scope === null || isInside(other, scope);
    // One that is hidden may be shown later: of the same role it is the same control for another width of the window.
    if (digest === ownName)
      hasNamesake ||=
        isNear && other.localName !== "label" && (index.visible(other) || index.role(other) !== role);
    else if (digest !== "") names.add(digest);
    if (isNear && digest !== ownName && holdsWords(name, ownWords)) holders.add(digest);
    for (const binding of bindingsOf(index, other)) bound.add(binding);
    icons.add(iconOf(index, other));
    for (const key of ownKeyDigests(index, other)) {
      keys.add(key);
      if (isNear) near.add(key);
    }
  }
  const own = keysOf(element);
  const icon = iconOf(index, element);
  const common: Others["common"] = keyKinds.filter(
    (kind) => own[kind] !== "" && near.has(keyDigest(kind, own[kind])),
  );
  for (const key of ownKeyDigests(index, element)) keys.delete(key);
  if (hasNamesake) common.push("name");
  if (holders.size > 0) common.push("words");
  return {
    others: { names: [...names], keys: [...keys] },
    common,
    holders: holders.size > 0 ? holdersOf(index, element, new Set([...holders, ...around])) : [],
    bindings: bindingsOf(index, element).filter((binding) => !bound.has(binding)),
    icon: icons.has(icon) ? "" : icon,
  };
};

/** How many elements there are of each set of keys, by document as it was looked at. */
const carriers = new WeakMap<DocumentIndex, Map<string, number>>();
const carriersOf = (index: DocumentIndex, element: Element): number => {
  let counts = carriers.get(index);
  if (!counts) {
    carriers.set(index, (counts = new Map<string, number>()));
    for (const control of controlsOf(index)) {
      const digests = ownKeyDigests(index, control).join(" ");
      counts.set(digests, (counts.get(digests) ?? 0) + 1);
    }
  }
  return counts.get(ownKeyDigests(index, element).join(" ")) ?? 0;
};

const typeOf = (element: Element): string => {
  if (element instanceof HTMLInputElement) return element.type;
  return element instanceof HTMLButtonElement && element.type === "reset" ? "reset" : "";
};

/** What an element is like, without comparing it to the rest of the page. */
export const featuresOf = (index: DocumentIndex, element: Element): Features => {
  const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element);
  return {
    tag: element.localName,
    type: typeOf(element),
    role: index.role(element) ?? "",
    name: clip(index.name(element), LONGEST_TEXT),
    label: clip(index.labels(element)[0] ?? "", LONGEST_TEXT),
    placeholder: clip(fold(attribute(element, "placeholder") ?? ""), LONGEST_TEXT),
    text: plainText(element),
    ...keysOf(element),
    classes: [...element.classList].slice(0, MOST_CLASSES).map((name) => clip(name, 60)),
    attributes: attributesOf(element),
    around: wordsAround(element),
    ancestors: ancestorsOf(element),
    landmark: landmarkOf(element),
    ...companyOf(index, element),
    bindings: bindingsOf(index, element),
    icon: iconOf(index, element),
    carriers: carriersOf(index, element),
    box: [left + window.scrollX, top + window.scrollY, width, height].map(Math.round) as Fingerprint["box"],
  };
};

/** The fingerprint of the element that a step is about to act on; `scope` is what its target is within. */
export const fingerprintOf = (index: DocumentIndex, element: Element, scope: Element | null): Fingerprint => {
  const name = lower(cheapName(index, element));
  const role = index.role(element);
  const twins = comparableWith(index, element).filter(
    (other) =>
      other !== element &&
      lower(cheapName(index, other)) === name &&
      (scope === null || isInside(other, scope)) &&
      index.role(other) === role &&
      !isInside(other, element) &&
      !isInside(element, other) &&
      index.visible(other),
  ).length;
  return {
    ...featuresOf(index, element),
    twins,
    repeated: isRepeated(element),
    scoped: scope !== null,
    scope: scopeDigest(index, scope),
    ...othersOf(index, element, scope),
  };
};
