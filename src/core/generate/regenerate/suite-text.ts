import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import { AppError } from "#model/errors.ts";

/** A part of a suite's text, with the comments above it. */
export type Part = { text: string; value: unknown };
export type CasePart = Part & { id: string; title: string };

/** A suite's text in parts that can be put together again byte by byte. */
export type SuiteText = {
  /** Keys of the head in their order, `cases` among them without its items. */
  keys: { name: string; part: Part }[];
  cases: CasePart[];
  /** Columns that the dash of a case is indented by. */
  indent: number;
};

/** Where the comments that stand directly above a line begin. */
const withComments = (lines: readonly string[], line: number, least: number): number => {
  let from = line;
  while (from > least && /^\s*#/.test(lines[from - 1] ?? "")) from -= 1;
  return from;
};

/**
 * Cuts a suite into its keys and cases, each with the comments above it. Throws AppError("conflict") for one whose cases are
 * no plain list, line by line, or that shares parts by anchors.
 */
export const cutSuite = (yaml: string): SuiteText => {
  const refuse = (why: string): AppError => new AppError("conflict", `The suite cannot be renewed: ${why}.`);
  const document = parseDocument(yaml, { schema: "core", merge: false });
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root) || root.flow)
    throw refuse("it is not written as a mapping, key by key");
  if (
    /(?:^|[\s,[{:])[&*][A-Za-z]\w*(?=[\s,\]}]|$)/m.test(
      yaml.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*$/gm, ""),
    )
  )
    throw refuse("it shares parts by anchors");
  const lines = yaml.split("\n");
  const starts: number[] = [];
  for (let at = 0, offset = 0; at < lines.length; at += 1) {
    starts.push(offset);
    offset += (lines[at]?.length ?? 0) + 1;
  }
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset);
  const found = root.items.map((pair) => ({
    name: isScalar(pair.key) ? String(pair.key.value) : "",
    line: isScalar(pair.key) && pair.key.range ? lineOf(pair.key.range[0]) : 0,
    value: pair.value,
  }));
  const begins = found.map(({ line }, index) =>
    withComments(lines, line, index === 0 ? 0 : (found[index - 1]?.line ?? 0) + 1),
  );
  const slice = (from: number, to: number): string =>
    lines
      .slice(from, to)
      .map((line) => `${line}\n`)
      .join("");
  const end = lines.at(-1) === "" ? lines.length - 1 : lines.length;

  const whole = document.toJS() as Record<string, unknown>;
  const keys: SuiteText["keys"] = [];
  const cases: CasePart[] = [];
  let indent = 2;
  for (const [index, { name, line, value }] of found.entries()) {
    const from = index === 0 ? 0 : (begins[index] ?? line);
    const to = begins[index + 1] ?? end;
    if (name !== "cases") {
      keys.push({ name, part: { text: slice(from, to), value: whole[name] } });
      continue;
    }
    if (!isSeq(value) || value.flow) throw refuse("its cases are not written as a list, line by line");
    const dashes = value.items.map((item) => {
      if (!isMap(item) || !item.range) throw refuse("a case is no mapping");
      return lineOf(item.range[0]);
    });
    const heads = dashes.map((dash, at) =>
      withComments(lines, dash, at === 0 ? line + 1 : (dashes[at - 1] ?? 0) + 1),
    );
    indent = /^ */.exec(lines[dashes[0] ?? 0] ?? "")?.[0].length ?? 2;
    keys.push({ name, part: { text: slice(from, heads[0] ?? to), value: null } });
    for (const [at, item] of value.items.entries()) {
      if (!isMap(item)) continue;
      const js: unknown = item.toJS(document);
      const id = String(item.get("id") ?? "");
      cases.push({
        id,
        title: String(item.get("title") ?? id),
        text: slice(heads[at] ?? 0, heads[at + 1] ?? to),
        value: js,
      });
    }
  }
  return { keys, cases, indent };
};

/** The text of a case at another column. */
export const indented = ({ text }: Part, from: number, to: number): string =>
  from === to
    ? text
    : text
        .split("\n")
        .map((line) =>
          line.trim() === ""
            ? line
            : from < to
              ? " ".repeat(to - from) + line
              : line.replace(new RegExp(`^ {0,${from - to}}`), ""),
        )
        .join("\n");
