import { isAlias, isMap, isScalar, isSeq, Lexer, parseDocument, stringify, visit } from "yaml";
import type { Document, Node } from "yaml";
import type { Healed } from "#model/healing.ts";
import type { Target } from "#model/target.ts";

/** A target that could not be written into the suite, and why. */
export type Unpatched = Pick<Healed, "from" | "to" | "place"> & { reason: string };
export type HealPatch = {
  /** The suite with the healed targets in place of the lost ones; every other byte as it was. */
  yaml: string;
  patched: Pick<Healed, "from" | "to" | "place">[];
  unpatched: Unpatched[];
};

type Edit = { from: number; to: number; text: string };

const changed = "the suite has been changed there since the run";
const shared = "it is an anchor that other places use, too";

/** Anchors that are used elsewhere. */
const usedAnchors = (document: Document): ReadonlySet<string> => {
  const used = new Set<string>();
  visit(document, { Alias: (_, { source }) => void used.add(source) });
  return used;
};

/** The node that a path leads to, and the pair's key where the path ends in a mapping. */
const follow = (document: Document, place: Healed["place"]): { value: unknown; key: unknown } | string => {
  const used = usedAnchors(document);
  let value: unknown = document.contents;
  let key: unknown = null;
  for (const [depth, part] of place.entries()) {
    if (isAlias(value)) return "it comes from an anchor that is written elsewhere; change it there";
    if (isSeq(value)) {
      const named = depth === 1 && place[0] === "cases";
      value = named
        ? value.items.find((item) => isMap(item) && item.get("id") === part)
        : value.items[Number(part)];
      key = null;
    } else if (isMap(value)) {
      const pair = value.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      value = pair?.value;
      key = pair?.key ?? null;
    } else value = undefined;
    if (value === undefined) return changed;
    if ((isMap(value) || isSeq(value) || isScalar(value)) && used.has(value.anchor ?? "")) return shared;
  }
  return { value, key };
};

const isNode = (value: unknown): value is Node =>
  isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([key, item]) => [key, sorted(item)]),
      )
    : value;

/** YAML of a value that stands on one line, quoted only where it must be. */
const inline = (value: Target, insideFlow: boolean): string => {
  if (typeof value !== "string") {
    const text = stringify(value, { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: false });
    return text.trim();
  }
  const text = stringify(insideFlow ? [value] : value, {
    collectionStyle: "flow",
    lineWidth: 0,
    flowCollectionPadding: false,
    blockQuote: false,
  }).trim();
  return insideFlow ? text.slice(1, -1) : text;
};

const isInFlow = (document: Document, place: Healed["place"]): boolean => {
  for (let length = place.length - 1; length > 0; length -= 1) {
    const at = follow(document, place.slice(0, length));
    if (typeof at !== "string" && (isMap(at.value) || isSeq(at.value)) && at.value.flow) return true;
  }
  return false;
};

/** The characters of a node, without the comments and line ends that follow it. */
const extent = (node: Node): { from: number; to: number } | null =>
  node.range ? { from: node.range[0], to: node.range[1] } : null;

/** The comments inside of what is to be replaced, which are kept before it. */
const commentsIn = (yaml: string, { from, to }: { from: number; to: number }): string[] => {
  const found: string[] = [];
  let at = 0;
  let isText = false;
  for (const lexeme of new Lexer().lex(yaml)) {
    // Marks of the lexer that stand for no character: a document, the end of a flow collection, a scalar.
    if (lexeme === "\u0002" || lexeme === "\u0018" || lexeme === "\u001f") {
      isText = lexeme === "\u001f";
      continue;
    }
    if (!isText && lexeme.startsWith("#") && at >= from && at < to) found.push(lexeme.trimEnd());
    isText = false;
    at += lexeme.length;
  }
  return found;
};

const editFor = (
  document: Document,
  yaml: string,
  { from, to, place, is_key: isKey }: Healed,
): Edit | string => {
  const at = follow(document, place);
  if (typeof at === "string") return at;
  const node = isKey ? at.key : at.value;
  if (!isNode(node)) return changed;
  if (isAlias(node)) return "it comes from an anchor that is written elsewhere; change it there";
  if (!sameJson(plain(document, node), from)) return changed;
  if (node.anchor !== undefined) return shared;
  if (isKey && typeof to !== "string") {
    return "a field that is named by a key needs a plain name, and none tells the new element from others";
  }
  const span = extent(node);
  if (!span) return changed;
  const flow = isInFlow(document, place) || (isMap(node) && node.flow === true);
  const written = inline(to, flow || isKey);
  const old = yaml.slice(span.from, span.to);
  // What is written over several lines ends after its line end, which stays.
  const end = /\s*$/.exec(old)?.[0] ?? "";
  const comments = commentsIn(yaml, span);
  if (comments.length === 0) return { ...span, text: written + end };
  const line = yaml.slice(yaml.lastIndexOf("\n", span.from - 1) + 1, span.from);
  const isAlone = /^\s*$/.test(line);
  const indent = isAlone ? line : `${/^[\s-]*/.exec(line)?.[0].replaceAll("-", " ") ?? ""}  `;
  const newLine = (yaml.includes("\r\n") ? "\r\n" : "\n") + indent;
  return { ...span, text: comments.join(newLine) + newLine + written + end };
};

const plain = (document: Document, node: unknown): unknown =>
  isNode(node) ? node.toJS(document) : undefined;

/**
 * Writes healed targets into the suite they were found for, at the places where they stand. Comments, order and layout stay.
 * Of one place that several cases share, the heals must agree. A place that is not as it was is left alone and told.
 */
export const healPatch = (yaml: string, healed: readonly Healed[]): HealPatch => {
  const document = parseDocument(yaml, { schema: "core", merge: false, uniqueKeys: false });
  const patched: HealPatch["patched"] = [];
  const unpatched: Unpatched[] = [];
  const edits: Edit[] = [];
  const byPlace = Map.groupBy(healed, ({ place }) => JSON.stringify(place));
  for (const heals of byPlace.values()) {
    const [first] = heals;
    if (!first) continue;
    const { from, to, place } = first;
    const agree = heals.every((other) => sameJson(other.to, to));
    const edit = agree ? editFor(document, yaml, first) : "cases that share it found different elements";
    if (typeof edit === "string") unpatched.push({ from, to, place, reason: edit });
    else {
      edits.push(edit);
      patched.push({ from, to, place });
    }
  }
  let text = yaml;
  for (const edit of edits.toSorted((a, b) => b.from - a.from)) {
    text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  }
  return { yaml: text, patched, unpatched };
};
