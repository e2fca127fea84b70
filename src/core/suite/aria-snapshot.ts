import { parse } from "yaml";
import { createPattern } from "./pattern.ts";
import type { Pattern } from "./pattern.ts";

/** One node of an ARIA snapshot; `text` is of role `text`. */
type AriaNode = {
  role: string;
  name: AriaText | null;
  /** `checked`, `level=2` and the like, by name. */
  states: Map<string, string>;
  /** `/url` and the like. */
  properties: Map<string, AriaText>;
  /** How children compare: some in order, just these, or just these all the way down. */
  mode: ChildrenMode;
  children: AriaNode[];
};
type ChildrenMode = "contain" | "equal" | "deep-equal";
type AriaText = { is: string } | { pattern: Pattern };
/** How a text is read: what a page shows between slashes is no pattern. */
type ToText = (raw: string) => AriaText;

/** A snapshot as somebody wrote it that cannot be read. */
export class AriaMistake extends Error {
  override readonly name = "AriaMistake";
}

const deepest = 100;
const head = /^([a-z]+)(?:\s+("(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)+\/))?((?:\s*\[[^\]]+\])*)$/i;

const fold = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const asShown: ToText = (raw) => ({ is: fold(raw) });

const asWanted: ToText = (raw) => {
  const quoted = /^\/(.+)\/$/s.exec(raw);
  if (!quoted) return { is: fold(raw) };
  const source = (quoted[1] ?? "").replaceAll("\\/", "/");
  try {
    return { pattern: createPattern(source) };
  } catch {
    throw new AriaMistake(`/${source}/ is no valid regular expression`);
  }
};

const emptyNode = (role: string): AriaNode => ({
  role,
  name: null,
  states: new Map(),
  properties: new Map(),
  mode: "contain",
  children: [],
});

const textNode = (name: AriaText): AriaNode => ({ ...emptyNode("text"), name });

/** `heading "Title" [level=1]`. */
const readHead = (line: string, toText: ToText): AriaNode => {
  const found = head.exec(line.trim());
  if (!found) {
    throw new AriaMistake(`'${line.slice(0, 80)}' is no node such as: heading "Title" [level=1]`);
  }
  const [, role = "", name, states = ""] = found;
  const node = emptyNode(role.toLowerCase());
  if (name !== undefined) node.name = name.startsWith('"') ? { is: unquote(name) } : toText(name);
  for (const [, inner = ""] of states.matchAll(/\[([^\]]+)\]/g)) {
    const [key = "", value = "true"] = inner.split("=").map((part) => part.trim());
    node.states.set(key, value);
  }
  return node;
};

const unquote = (quoted: string): string => {
  try {
    return fold(String(JSON.parse(quoted)));
  } catch {
    return fold(quoted.slice(1, -1));
  }
};

const modes: readonly string[] = ["contain", "equal", "deep-equal"] satisfies ChildrenMode[];

const fillNode = (node: AriaNode, content: unknown, toText: ToText, depth: number): void => {
  if (content === null || content === undefined) return;
  if (typeof content === "string" || typeof content === "number" || typeof content === "boolean") {
    node.children.push(textNode(toText(String(content))));
    return;
  }
  if (!Array.isArray(content)) throw new AriaMistake(`the children of ${node.role} must be a list`);
  for (const item of content as unknown[]) addItem(node, item, toText, depth + 1);
};

const addItem = (parent: AriaNode, item: unknown, toText: ToText, depth: number): void => {
  if (depth > deepest) throw new AriaMistake("the snapshot is nested too deeply");
  if (typeof item !== "object" || item === null) {
    parent.children.push(readHead(String(item), toText));
    return;
  }
  for (const [key, content] of Object.entries(item)) {
    if (key === "/children") {
      if (!modes.includes(String(content))) {
        throw new AriaMistake(`/children is one of ${modes.join(", ")}, not ${String(content)}`);
      }
      parent.mode = String(content) as ChildrenMode;
    } else if (key.startsWith("/")) parent.properties.set(key, toText(String(content)));
    else if (key === "text") parent.children.push(textNode(toText(String(content))));
    else {
      const node = readHead(key, toText);
      fillNode(node, content, toText, depth);
      parent.children.push(node);
    }
  }
};

const parseAria = (yaml: string, toText: ToText): AriaNode => {
  let content: unknown;
  try {
    content = parse(yaml, { maxAliasCount: 0, logLevel: "silent" });
  } catch (error) {
    throw new AriaMistake(error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error));
  }
  const root = emptyNode("fragment");
  if (content === null || content === undefined || content === "") return root;
  if (!Array.isArray(content)) throw new AriaMistake('a snapshot is a list, such as: - heading "Title"');
  fillNode(root, content, toText, 0);
  return root;
};

const fitsText = (wanted: AriaText, seen: AriaText | null): boolean => {
  const text = seen !== null && "is" in seen ? seen.is : "";
  return "is" in wanted ? wanted.is === text : wanted.pattern.fits(text);
};

const fitsNode = (wanted: AriaNode, node: AriaNode, exact: boolean): boolean => {
  if (wanted.role !== node.role) return false;
  if (wanted.name !== null && !fitsText(wanted.name, node.name)) return false;
  for (const [key, value] of wanted.states) if ((node.states.get(key) ?? "false") !== value) return false;
  for (const [key, value] of wanted.properties) {
    const seen = node.properties.get(key);
    if (seen === undefined || !fitsText(value, seen)) return false;
  }
  return fitsChildren(wanted, node, exact);
};

const fitsChildren = (wanted: AriaNode, node: AriaNode, exact: boolean): boolean => {
  const deep = exact || wanted.mode === "deep-equal";
  if (deep || wanted.mode === "equal") {
    return (
      wanted.children.length === node.children.length &&
      wanted.children.every((child, at) => {
        const other = node.children[at];
        return other !== undefined && fitsNode(child, other, deep);
      })
    );
  }
  let from = 0;
  return wanted.children.every((child) => {
    const found = node.children.findIndex((other, at) => at >= from && fitsNode(child, other, false));
    from = found + 1;
    return found >= 0;
  });
};

const fitsSome = (wanted: AriaNode, snapshot: AriaNode): boolean =>
  fitsChildren(wanted, snapshot, false) || snapshot.children.some((child) => fitsSome(wanted, child));

/**
 * Reads what is wanted, in Playwright's YAML of an ARIA snapshot. Gives whether the list stands, in order, among the
 * children of some node of a page's snapshot. Throws AriaMistake.
 */
export const createAriaMatcher = (wanted: string): ((snapshot: string) => boolean) => {
  const root = parseAria(wanted, asWanted);
  return (snapshot) => fitsSome(root, parseAria(snapshot, asShown));
};
