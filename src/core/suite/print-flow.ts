import { Document, Scalar, YAMLSeq } from "yaml";
import type { StepDocument } from "./grammar.ts";

const oneLine = {
  lineWidth: 0,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

const scalarsKnown = new Map<unknown, string>();

/** A scalar as it stands in a flow collection. */
const printScalar = (value: unknown): string => {
  const known = scalarsKnown.get(value);
  if (known !== undefined) return known;
  const item = new Scalar(value);
  if (typeof value === "string" && value.includes("\n")) item.type = Scalar.QUOTE_DOUBLE;
  const list = new YAMLSeq();
  list.flow = true;
  list.add(item);
  const document = new Document(list);
  const text = document.toString(oneLine).trim().slice(1, -1);
  if (scalarsKnown.size > 5_000) scalarsKnown.clear();
  scalarsKnown.set(value, text);
  return text;
};

/** Parts of a value in flow style between which a line may be broken. */
const partsOf = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [printScalar(value)];
  const isList = Array.isArray(value);
  const items = isList
    ? value.map(partsOf)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => withKey(key, partsOf(item)));
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return [`${open}${close}`];
  const parts = items.flatMap((item, at) => (at < items.length - 1 ? withEnd(item, ",") : item));
  return withEnd([`${open}${parts[0] ?? ""}`, ...parts.slice(1)], close);
};

const withKey = (key: string, parts: string[]): string[] => [
  `${printScalar(key)}: ${parts[0] ?? ""}`,
  ...parts.slice(1),
];

const withEnd = (parts: string[], end: string): string[] => [
  ...parts.slice(0, -1),
  `${parts.at(-1) ?? ""}${end}`,
];

/** A value in flow style, on one line. */
export const printInline = (value: unknown): string => partsOf(value).join(" ");

/** One of a list of steps: a verb alone needs no braces. */
const stepParts = (step: StepDocument): string[] => {
  if (typeof step === "string") return [step];
  const entries = Object.entries(step).filter(([, value]) => value !== undefined);
  const [only] = entries;
  return only && entries.length === 1 ? withKey(only[0], partsOf(only[1])) : partsOf(step);
};

const has = (step: StepDocument | undefined, ...verbs: string[]): boolean =>
  typeof step === "object" && verbs.some((verb) => verb in step);

/** A new line tells of a new place. */
const leaves = (step: StepDocument, before: StepDocument | undefined): boolean =>
  has(step, "goto") || (has(step, "use") && has(before, "use", "expect"));

/** What is done once something was looked at stands on the same line only as a whole. */
const goesOn = (step: StepDocument, before: StepDocument | undefined): boolean =>
  has(before, "expect") && !has(step, "expect");

/** Steps that belong together on as few lines as take them; one that takes several begins on a line of its own. */
const wrap = (steps: string[][], indent: string, widest: number): string[] => {
  const lines: string[] = [];
  let line = "";
  const begin = (text: string, deeper: string): void => {
    if (line !== "") lines.push(line);
    line = `${indent}${lines.length > 0 ? deeper : ""}${text}`;
  };
  for (const parts of steps) {
    const text = parts.join(" ");
    if (line !== "" && line.length + 1 + text.length <= widest) line += ` ${text}`;
    else if (indent.length + STEP.length + text.length <= widest) begin(text, STEP);
    else {
      begin(parts[0] ?? "", STEP);
      for (const part of parts.slice(1)) {
        if (line.length + 1 + part.length <= widest) line += ` ${part}`;
        else begin(part, STEP + STEP);
      }
    }
  }
  return line === "" ? lines : [...lines, line];
};

const STEP = "  ";

/**
 * A list of steps behind its key: on one line where it fits, else a line for each place and what is done there, as far
 * as it fits.
 */
export const printSteps = (
  key: string,
  steps: readonly StepDocument[],
  indent: string,
  widest: number,
): string[] => {
  const written = steps
    .map(stepParts)
    .map((parts, at) => (at < steps.length - 1 ? withEnd(parts, ",") : parts));
  const whole = `${indent}${key}: [${written.flat().join(" ")}]`;
  if (whole.length <= widest) return [whole];
  const scenes: { isPlace: boolean; steps: string[][] }[] = [];
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1];
    const isPlace = at === 0 || leaves(step, before);
    if (isPlace || goesOn(step, before)) scenes.push({ isPlace, steps: [] });
    scenes.at(-1)?.steps.push(written[at] ?? []);
  }
  const lines: string[] = [];
  for (const { isPlace, steps: some } of scenes) {
    const joined = `${lines.at(-1) ?? ""} ${some.flat().join(" ")}`;
    if (!isPlace && joined.length < widest) lines.splice(-1, 1, joined);
    else lines.push(...wrap(some, indent + STEP, widest - 1));
  }
  const [first = "", ...others] = lines;
  const start = `${indent}${key}: [`;
  const begun = start + first.trimStart();
  return withEnd(begun.length < widest ? [begun, ...others] : [start, ...lines], "]");
};
