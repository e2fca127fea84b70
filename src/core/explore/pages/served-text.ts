import { parse } from "parse5";
import type { DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;

const UNSEEN = new Set(["head", "script", "style", "template", "noscript", "textarea", "svg", "code", "pre"]);

/** What a document says as it was served, without that which scripts put there and without code. */
export const servedText = (html: string): string => {
  const texts: string[] = [];
  const open: Node[] = [parse(html)];
  for (let node = open.pop(); node; node = open.pop()) {
    if (UNSEEN.has(node.nodeName)) continue;
    if ("value" in node && node.nodeName === "#text") texts.push(node.value);
    if ("childNodes" in node) open.push(...node.childNodes.toReversed());
  }
  return texts.join(" ").replaceAll(/\s+/g, " ").trim();
};
