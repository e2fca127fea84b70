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

/** A step on a line of its own, or on several where one is too short. */
const printItem = (step: StepDocument, indent: string, widest: number): string[] => {
  const lines = [`${indent}-`];
  for (const part of stepParts(step)) {
    const longer = `${lines.at(-1) ?? ""} ${part}`;
    if (longer.length <= widest) lines.splice(-1, 1, longer);
    else lines.push(`${indent}${STEP}${STEP}${part}`);
  }
  return lines;
};

/** Steps in flow style, on a line what is done and then expected; null where such a line would be too long. */
const printScenes = (
  start: string,
  steps: readonly StepDocument[],
  indent: string,
  widest: number,
): string[] | null => {
  const texts = steps.map((step, at) => `${stepParts(step).join(" ")}${at < steps.length - 1 ? "," : "]"}`);
  const whole = `${start}[${texts.join(" ")}`;
  if (whole.length <= widest) return [whole];
  const lines = [`${start}[`];
  for (const [at, step] of steps.entries()) {
    if (beginsLine(step, steps[at - 1])) lines.push(`${indent}${STEP}${texts[at] ?? ""}`);
    else lines.splice(-1, 1, `${lines.at(-1) ?? ""} ${texts[at] ?? ""}`);
  }
  return lines.every((line) => line.length <= widest) ? lines : null;
};

/**
 * A list of steps behind its key: on one line where it fits; a line for each thing that is done with what is then expected, where
 * these fit; else a line for each step.
 */
export const printSteps = (
  key: string,
  steps: readonly StepDocument[],
  indent: string,
  widest: number,
): string[] => {
  const start = `${indent}${key}:`;
  return (
    printScenes(`${start} `, steps, indent, widest) ?? [
      start,
      ...steps.flatMap((step) => printItem(step, `${indent}${STEP}`, widest)),
    ]
  );
};
