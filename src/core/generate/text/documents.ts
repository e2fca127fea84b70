import { marked } from "marked";
import { parse } from "parse5";
import type { DefaultTreeAdapterTypes } from "parse5";
import type { Written } from "./intent.ts";
import { casesOfGherkin, looksLikeGherkin } from "./gherkin.ts";
import { casesOfBlocks } from "./sections.ts";
import type { Block } from "./sections.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const silent = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "head",
  "svg",
  "iframe",
  "select",
  "button",
  "textarea",
  "input",
]);
const chrome = new Set(["nav", "footer", "aside", "header"]);
/** What documentation sets off as the name of something. */
const names = new Set(["strong", "b", "code", "kbd", "em", "i", "samp"]);
const blocks = new Set([
  "p",
  "div",
  "section",
  "article",
  "main",
  "ul",
  "ol",
  "li",
  "table",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
  "blockquote",
  "dl",
  "dt",
  "dd",
  "body",
  "html",
  "figure",
  "details",
  "summary",
  "form",
]);

const isElement = (node: Node): node is Element => "tagName" in node;
const childrenOf = (node: Node): Node[] => ("childNodes" in node ? node.childNodes : []);
const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null;

/** The words of a line; a name that is set off is put in quotes, unless it is already. */
const inline = (node: Node): string => {
  if ("value" in node && node.nodeName === "#text") return node.value;
  if (!isElement(node)) return childrenOf(node).map(inline).join("");
  if (node.tagName === "br") return "\n";
  if (silent.has(node.tagName)) return "";
  const words = childrenOf(node).map(inline).join("");
  if (!names.has(node.tagName)) return words;
  const bare = words.trim();
  const isLead = bare.endsWith(":") || /^(?:given|when|then|and|but|note|tip|warning|important)$/i.test(bare);
  return bare === "" || isLead || /["“”«»⟦]/.test(bare) || bare.length > 80 ? words : `“${bare}”`;
};

const unquoteTwice = (text: string): string => text.replaceAll(/(["'«])“([^”]*)”(["'»])/g, "“$2”");
const lineOf = (text: string): string =>
  unquoteTwice(text)
    .replaceAll(/[ \t\r\n]+/g, " ")
    .trim();

const cellsOf = (row: Node): string[] =>
  childrenOf(row)
    .filter((cell) => isElement(cell) && /^t[dh]$/.test(cell.tagName))
    .map((cell) =>
      unquoteTwice(inline(cell))
        .replaceAll(/[ \t]+/g, " ")
        .trim(),
    );

const rowsOf = (node: Node): string[][] =>
  childrenOf(node).flatMap((child) =>
    isElement(child) && child.tagName === "tr" ? [cellsOf(child)] : isElement(child) ? rowsOf(child) : [],
  );

type Reading = {
  into: Block[];
  gherkin: string[];
  lists: { count: number };
  list: { number: number; ordered: boolean } | null;
};

const hasBlocks = (node: Node): boolean =>
  childrenOf(node).some((child) => isElement(child) && (blocks.has(child.tagName) || hasBlocks(child)));

const say = ({ into, list }: Reading, text: string): void => {
  for (const line of text.split("\n").map(lineOf).filter(Boolean)) {
    into.push(
      list
        ? { kind: "item", text: line, list: list.number, ordered: list.ordered }
        : { kind: "text", text: line },
    );
  }
};

const read = (node: Node, reading: Reading): void => {
  let words = "";
  const flush = (): void => {
    say(reading, words);
    words = "";
  };
  for (const child of childrenOf(node)) {
    if (!isElement(child)) {
      words += inline(child).replaceAll(/\s*\n\s*/g, " ");
      continue;
    }
    const { tagName } = child;
    if (silent.has(tagName) || chrome.has(tagName)) continue;
    if (!blocks.has(tagName) && !hasBlocks(child)) {
      words += inline(child);
      continue;
    }
    flush();
    if (/^h[1-6]$/.test(tagName)) {
      reading.into.push({ kind: "heading", text: lineOf(inline(child).replaceAll(/[“”]/g, "")) });
    } else if (tagName === "ol" || tagName === "ul") {
      reading.lists.count += 1;
      const list = reading.list ?? { number: reading.lists.count, ordered: tagName === "ol" };
      read(child, { ...reading, list });
    } else if (tagName === "table") {
      const [header = [], ...rows] = rowsOf(child);
      reading.into.push({ kind: "table", header: header.map(lineOf), rows });
    } else if (tagName === "pre") {
      const code = childrenOf(child).map(textOf).join("");
      if (looksLikeGherkin(code)) reading.gherkin.push(code);
    } else read(child, reading);
  }
  flush();
};

const textOf = (node: Node): string =>
  "value" in node && node.nodeName === "#text" ? node.value : childrenOf(node).map(textOf).join("");

const find = (node: Node, tagName: string): Element | null => {
  if (isElement(node) && node.tagName === tagName) return node;
  for (const child of childrenOf(node)) {
    const found = find(child, tagName);
    if (found) return found;
  }
  return null;
};

const casesOfHtml = (html: string): Written => {
  const document = parse(html);
  const root = find(document, "main") ?? find(document, "article") ?? document;
  const reading: Reading = { into: [], gherkin: [], lists: { count: 0 }, list: null };
  read(root, reading);
  const { name, cases } = casesOfBlocks(reading.into);
  const title = find(document, "title");
  const scenarios = reading.gherkin.map(casesOfGherkin);
  return {
    name: name ?? (title ? lineOf(textOf(title)) || null : null) ?? scenarios[0]?.name ?? null,
    cases: [...cases, ...scenarios.flatMap((each) => each.cases)],
  };
};

const htmlTags =
  /^\/?(?:a|abbr|article|aside|b|blockquote|body|br|code|dd|details|div|dl|dt|em|figure|footer|h[1-6]|head|header|hr|html|i|img|kbd|li|main|nav|ol|p|pre|s|samp|section|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|title|tr|u|ul)\b/i;

/** Written cases of pasted or fetched words: Gherkin, Markdown, HTML, or plain lines. */
export const readDocument = (text: string, isHtml: boolean): Written => {
  if (isHtml) return casesOfHtml(text);
  if (looksLikeGherkin(text)) return casesOfGherkin(text);
  // `<name>` is a place to be filled in, and no element; an indented line is a step, and no code.
  const plain = text
    .replaceAll(/<([^<>\n]{1,60})>/g, (whole, inner: string) => (htmlTags.test(inner) ? whole : `‹${inner}›`))
    .replaceAll(/^(?: {4,}|\t+)(?=\S)/gm, (indent) => (/^ {4,}/.test(indent) ? "   " : "  "))
    .replaceAll(/\\(?=["'])/g, "");
  return casesOfHtml(marked.parse(plain, { async: false, breaks: true, gfm: true }));
};

/** Addresses that a page links to from its main part, in their order. */
export const linksOf = (html: string, address: string): string[] => {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isElement(node) && node.tagName === "a") {
      const href = attribute(node, "href");
      if (href !== null && URL.canParse(href, address)) {
        const url = new URL(href, address);
        url.hash = "";
        if (/^https?:$/.test(url.protocol) && !found.includes(url.href)) found.push(url.href);
      }
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(html));
  return found;
};
