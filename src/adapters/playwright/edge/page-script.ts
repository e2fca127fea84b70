import type { ElementFact, ListFact, PageFacts, ShownChange } from "#ports/edge.ts";

const MOST_ELEMENTS = 4000;
const MOST_FACTS = 400;
const MOST_LISTS = 20;
const MOST_ROWS = 60;
/** Readers use less of a text: what is cut off here is not seen by them. */
const TEXT = 2000;

const fold = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, " ").trim();

const textNodes = (element: Element): Text[] =>
  [...element.childNodes].filter((node): node is Text => node instanceof Text && fold(node.nodeValue) !== "");

const ownText = (element: Element): string =>
  fold(
    textNodes(element)
      .map((node) => node.nodeValue ?? "")
      .join(" "),
  );

const isSeen = (element: Element): boolean => {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1;
};

/** Ids that somebody has written; numbered ones change with the data. */
const isStableId = (id: string): boolean => /^[A-Za-z][A-Za-z_-]*$/.test(id);

const pathOf = (element: Element): string => {
  const parts: string[] = [];
  for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
    const { tagName, id } = at;
    if (isStableId(id) && document.querySelectorAll(`#${id}`).length === 1) {
      parts.unshift(`#${id}`);
      break;
    }
    const name = CSS.escape(tagName.toLowerCase());
    const same = [...(at.parentElement?.children ?? [])].filter((child) => child.tagName === tagName);
    parts.unshift(same.length > 1 ? `${name}:nth-of-type(${same.indexOf(at) + 1})` : name);
  }
  return parts.join(" > ");
};

const isChrome = (element: Element): boolean => {
  if (element.closest("nav, [role=navigation], [role=banner], [role=contentinfo]")) return true;
  const edge = element.closest("header, footer");
  return edge !== null && !edge.closest("main, article, section, [role=main]");
};

const implicitRoles: Record<string, string> = {
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  img: "img",
  button: "button",
  a: "link",
  output: "status",
  td: "cell",
  th: "cell",
  li: "listitem",
};

const factOf = (element: Element, text: string): ElementFact => {
  const tag = element.tagName.toLowerCase();
  return {
    css: pathOf(element),
    tag,
    role: element.getAttribute("role") ?? implicitRoles[tag] ?? null,
    text: text.slice(0, TEXT),
    chrome: isChrome(element),
    interactive: element.closest("a, button, label, select, option, summary, [role=button], legend") !== null,
  };
};

const skipped = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SVG", "OPTION", "TITLE"]);

const rowsOf = (container: Element): Element[] => {
  const children = [...container.children].filter((child) => !skipped.has(child.tagName));
  const [first] = children;
  const alike = children.filter(
    (child) => child.tagName === first?.tagName && child.classList[0] === first.classList[0],
  );
  return alike.length === children.length ? alike : [];
};

const listTags = new Set(["TBODY", "UL", "OL"]);
/** Cards and such, which are no list by their element: each with a class, and with something in it. */
const isCard = (row: Element): boolean =>
  row.classList.length > 0 &&
  row.children.length > 1 &&
  !/^(?:BUTTON|A|LABEL|FORM|FIELDSET|SECTION|DL)$/.test(row.tagName);

const listOf = (container: Element): ListFact | null => {
  const known = listTags.has(container.tagName);
  if (!known && container.children.length < 3) return null;
  const rows = rowsOf(container).filter(isSeen);
  if (rows.length < (known ? 2 : 3) || rows.some((row) => fold(row.textContent) === "")) return null;
  if (!known && !rows.every(isCard)) return null;
  return {
    css: pathOf(container),
    tag: container.tagName.toLowerCase(),
    chrome: isChrome(container),
    rows: rows.slice(0, MOST_ROWS).map((row) => ({
      text: fold(row.textContent).slice(0, TEXT),
      cells: [...row.children].map((cell) => fold(cell.textContent).slice(0, TEXT)),
    })),
  };
};

/** What the page shows now. */
export const facts = (): PageFacts => {
  const elements: ElementFact[] = [];
  const lists: ListFact[] = [];
  const all = [...(document.body?.querySelectorAll("*") ?? [])].slice(0, MOST_ELEMENTS);
  for (const element of all) {
    if (skipped.has(element.tagName.toUpperCase())) continue;
    if (elements.length < MOST_FACTS) {
      const image = element instanceof HTMLImageElement;
      const text = image ? fold(element.alt) : ownText(element);
      if ((text !== "" || image) && isSeen(element)) elements.push(factOf(element, text));
    }
    if (lists.length >= MOST_LISTS) continue;
    const list = listOf(element);
    if (list) lists.push(list);
  }
  return { url: location.href, title: document.title, elements, lists };
};

type Apply = (element: Element) => boolean;

const hide = (element: Element): void => {
  if (element instanceof HTMLElement) element.style.setProperty("display", "none", "important");
  else element.setAttribute("style", "display: none !important");
};

const oneMore = (text: string): string =>
  text.replace(/\d+(?=\D*$)/, (digits) => String(Number(digits) + 1).padStart(digits.length, "0"));

const changeText = (from: string | null, to: "one_more" | "undefined"): Apply => {
  const made = new WeakMap<Element, string>();
  return (element) => {
    const now = ownText(element);
    if (now === "" || made.get(element) === now || (from !== null && from !== now)) return false;
    const nodes = textNodes(element);
    const changed = to === "one_more" ? oneMore(now) : "undefined";
    if (changed === now) return false;
    for (const [index, node] of nodes.entries()) node.nodeValue = index === 0 ? changed : "";
    made.set(element, ownText(element));
    return true;
  };
};

const remove: Apply = (element) => {
  if (getComputedStyle(element).display === "none") return false;
  hide(element);
  return true;
};

const changeRows = (how: "missing" | "doubled" | "unsorted", row: number): Apply => {
  let made: Element[] = [];
  return (container) => {
    const rows = rowsOf(container).filter((each) => how === "missing" || isSeen(each));
    const [first] = rows;
    if (!first || rows.length < 2) return false;
    if (how === "unsorted") {
      if (made.length === rows.length && made.every((each, index) => each === rows[index])) return false;
      made = rows.toReversed();
      const after = rows.at(-1)?.nextSibling ?? null;
      for (const each of made) container.insertBefore(each, after);
      return true;
    }
    if (made[0]?.isConnected) return false;
    const chosen = rows[Math.min(row, rows.length - 1)] ?? first;
    if (how === "missing") {
      hide(chosen);
      made = [chosen];
      return true;
    }
    const twin = chosen.cloneNode(true) as Element;
    for (const each of [twin, ...twin.querySelectorAll("[id]")]) each.removeAttribute("id");
    chosen.after(twin);
    made = [twin];
    return true;
  };
};

const applyOf = (change: ShownChange): Apply => {
  switch (change.kind) {
    case "text":
      return changeText(change.from, change.to);
    case "missing":
      return remove;
    case "rows":
      return changeRows(change.how, change.row);
  }
};

/**
 * Puts the change in force in this document. Whatever the page does is followed by it before anybody can look: observers of
 * a document are called before the next task begins.
 */
export const install = (change: ShownChange, told: string): void => {
  const path = new RegExp(change.path);
  const apply = applyOf(change);
  const tell = (): void => (window as unknown as Record<string, (() => void) | undefined>)[told]?.();
  const follow = (): void => {
    if (!path.test(location.pathname)) return;
    const element = document.querySelector(change.css);
    if (element && apply(element)) tell();
    observer.takeRecords();
  };
  const observer = new MutationObserver(follow);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  document.addEventListener("DOMContentLoaded", follow);
  follow();
};
