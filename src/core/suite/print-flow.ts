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

/** A new line tells of a new place, or of what is done once something was looked at. */
const beginsLine = (step: StepDocument, before: StepDocument | undefined): boolean =>
  before === undefined || has(step, "goto") || (has(before, "expect", "use") && !has(step, "expect"));

const STEP = "  ";

/** The line so far with a text behind it, or the text on a line below. */
const append = (lines: string[], text: string, indent: string, widest: number): void => {
  const longer = `${lines.at(-1) ?? ""} ${text}`;
  if (longer.length <= widest) lines.splice(-1, 1, longer);
  else lines.push(`${indent}${text}`);
};

/**
 * A list of steps behind its key, in flow style: on one line where it fits; else a line for each thing that is done with what is
 * then expected, which goes on below, further in, where that is too long. A step is broken only where it does not fit on a line.
 */
export const printSteps = (
  key: string,
  steps: readonly StepDocument[],
  indent: string,
  widest: number,
): string[] => {
  const inner = `${indent}${STEP}`;
  const further = `${inner}${STEP}`;
  const parts = steps.map((step, at) => withEnd(stepParts(step), at < steps.length - 1 ? "," : "]"));
  const texts = parts.map((each) => each.join(" "));
  const whole = `${indent}${key}: [${texts.join(" ")}`;
  if (whole.length <= widest) return [whole];
  const lines = [`${indent}${key}: [`];
  for (const [at, step] of steps.entries()) {
    const isFirst = beginsLine(step, steps[at - 1]);
    const text = texts[at] ?? "";
    if ((isFirst ? inner : further).length + text.length <= widest) {
      if (isFirst) lines.push(`${inner}${text}`);
      else append(lines, text, further, widest);
      continue;
    }
    const [first = "", ...rest] = parts[at] ?? [];
    lines.push(`${isFirst ? inner : further}${first}`);
    for (const part of rest) append(lines, part, `${further}${STEP}`, widest);
  }
  return lines;
};
