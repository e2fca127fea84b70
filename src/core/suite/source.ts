import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Document, Node, Pair, YAMLMap } from "yaml";
import type { Position } from "#model/suite.ts";

export type Path = (string | number)[];
/** A mistake before its place is known as line and column. */
export type Mistake = { path: Path; message: string; at: Position };

/** A YAML document as plain values, with the place of each. */
export type Source = {
  value: unknown;
  /** Place of the value at a path, or of the nearest one around it that is there. */
  at(path: Path): Position;
  /** Place of the key that names the value at a path. */
  atKey(path: Path): Position;
};

export type SourceLimits = {
  /** UTF-8 bytes. */
  maxBytes: number;
  /** Values that aliases may expand to in all. */
  maxAliased: number;
};

const mostSyntaxErrors = 5;

const start: Position = { line: 1, column: 1 };

const nul = "the character U+0000 cannot be kept";

const messages: Record<string, string> = {
  MULTIPLE_DOCS: "a suite is one YAML document; remove what follows the second ---",
  TAG_RESOLVE_FAILED: "YAML tags are not supported",
  TAB_AS_INDENT: "indent with spaces, not with tabs",
};

const indexes = new WeakMap<YAMLMap, Map<string, Pair>>();

const pairAt = (node: unknown, key: string | number): Pair | undefined => {
  if (!isMap(node)) return undefined;
  let index = indexes.get(node);
  if (!index) {
    index = new Map();
    for (const pair of node.items) {
      const name = isScalar(pair.key) ? keyOf(pair.key.value) : "";
      if (!index.has(name)) index.set(name, pair);
    }
    indexes.set(node, index);
  }
  return index.get(String(key));
};

const keyOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** A number that would not be written back as it stands (01234, 1.50) keeps its text: a suite types what its author wrote. */
const scalarValue = (value: unknown, source: string | undefined): unknown =>
  typeof value === "number" && source !== undefined && String(value) !== source ? source : value;

class TooMany extends Error {
  readonly node: Node;
  constructor(node: Node) {
    super("too many");
    this.node = node;
  }
}

const createReader = (
  document: Document,
  limits: SourceLimits,
  mistake: (node: Node, path: Path, message: string) => void,
) => {
  let aliased = 0;
  const open = new Set<unknown>();
  const read = (node: unknown, path: Path, alias: Node | null): unknown => {
    if (alias) {
      aliased += 1;
      if (aliased > limits.maxAliased) throw new TooMany(alias);
    }
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (!target) {
        mistake(node, path, `alias *${node.source} has no anchor`);
        return null;
      }
      if (open.has(target)) {
        mistake(node, path, `alias *${node.source} contains itself`);
        return null;
      }
      return read(target, path, alias ?? node);
    }
    if (isScalar(node)) {
      if (typeof node.value === "string" && node.value.includes("\0")) mistake(node, path, nul);
      return scalarValue(node.value, node.source);
    }
    if (isSeq(node)) {
      open.add(node);
      const items = node.items.map((item, index) => read(item, [...path, index], alias));
      open.delete(node);
      return items;
    }
    if (!isMap(node)) return null;
    open.add(node);
    const entries: [string, unknown][] = [];
    const seen = new Set<string>();
    for (const pair of node.items) {
      if (!isScalar(pair.key) || typeof pair.key.value === "object") {
        const place =
          isScalar(pair.key) || isMap(pair.key) || isSeq(pair.key) || isAlias(pair.key) ? pair.key : node;
        const hint = isMap(pair.key) ? "; put ${…} in quotes" : "";
        mistake(place, path, `a key is plain text${isScalar(pair.key) ? "; this one is empty" : hint}`);
        continue;
      }
      const key = keyOf(pair.key.value);
      if (seen.has(key)) mistake(pair.key, [...path, key], `'${key}' is here twice`);
      seen.add(key);
      entries.push([key, read(pair.value, [...path, key], alias)]);
    }
    open.delete(node);
    return Object.fromEntries(entries);
  };
  return (): unknown => read(document.contents, [], null);
};

const deepest = 500;

/** Brackets that stay open by the hundred: the parser would take seconds to give up on them. */
export const isTooDeep = (text: string): boolean => {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
};

/**
 * Reads one YAML document. Syntax errors, several documents, tags, too much text and aliases that explode are mistakes;
 * `source` is null when nothing can be made of the text.
 */
export const readSource = (
  text: string,
  limits: SourceLimits,
): { source: Source | null; mistakes: Mistake[] } => {
  if (text.length > limits.maxBytes || new TextEncoder().encode(text).length > limits.maxBytes) {
    const message = `the suite is larger than ${Math.round(limits.maxBytes / 1024)} KiB`;
    return { source: null, mistakes: [{ path: [], message, at: start }] };
  }
  if (isTooDeep(text))
    return { source: null, mistakes: [{ path: [], message: "nested too deeply", at: start }] };
  const lines = new LineCounter();
  const place = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const written = text.indexOf("\0");
  if (written >= 0) return { source: null, mistakes: [{ path: [], message: nul, at: place(written) }] };
  const mistakes: Mistake[] = [];
  let document: Document;
  try {
    document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      merge: false,
      uniqueKeys: false,
      schema: "core",
    });
  } catch (error) {
    const message = error instanceof RangeError ? "nested too deeply" : "not YAML";
    return { source: null, mistakes: [{ path: [], message, at: start }] };
  }
  let readable = true;
  let line = 0;
  for (const problem of [...document.errors, ...document.warnings]) {
    const at = place(problem.pos[0]);
    // After a syntax error the parser stumbles on: its later complaints about a line help nobody.
    if (at.line === line || mistakes.length >= mostSyntaxErrors) continue;
    line = at.line;
    if (problem.code !== "TAG_RESOLVE_FAILED") readable = false;
    const deep = problem.message.includes("call stack") ? "nested too deeply" : undefined;
    const message = deep ?? messages[problem.code] ?? problem.message.split("\n")[0] ?? "not YAML";
    mistakes.push({ path: [], message, at });
  }
  if (!readable) return { source: null, mistakes };

  const nodeStart = (node: Node): Position => place(node.range?.[0] ?? 0);
  const walk = (path: Path): { node: Node | null; pair: Pair | undefined; whole: boolean } => {
    let node: Node | null = document.contents;
    let pair: Pair | undefined;
    for (const key of path) {
      const inside: unknown = isAlias(node) ? node.resolve(document) : node;
      const nextPair = pairAt(inside, key);
      const item: unknown = isSeq(inside) ? inside.items[Number(key)] : nextPair?.value;
      if (nextPair === undefined && !isSeq(inside)) return { node, pair, whole: false };
      if (!isScalar(item) && !isMap(item) && !isSeq(item) && !isAlias(item))
        return { node, pair: nextPair ?? pair, whole: nextPair !== undefined };
      pair = nextPair;
      node = item;
    }
    return { node, pair, whole: true };
  };
  const keyStart = (pair: Pair | undefined): Position | null =>
    isScalar(pair?.key) ? nodeStart(pair.key) : null;
  try {
    const read = createReader(document, limits, (node, path, message) =>
      mistakes.push({ path, message, at: nodeStart(node) }),
    );
    return {
      source: {
        value: read(),
        at(path) {
          const { node } = walk(path);
          return node ? nodeStart(node) : start;
        },
        atKey(path) {
          const { node, pair, whole } = walk(path);
          return (whole ? keyStart(pair) : null) ?? (node ? nodeStart(node) : start);
        },
      },
      mistakes,
    };
  } catch (error) {
    if (error instanceof TooMany) {
      mistakes.push({ path: [], message: "aliases expand to too many values", at: nodeStart(error.node) });
    } else if (error instanceof RangeError)
      mistakes.push({ path: [], message: "nested too deeply", at: start });
    else throw error;
    return { source: null, mistakes };
  }
};
