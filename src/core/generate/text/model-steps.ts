import { z } from "zod";
import type { Intent, Named } from "./intent.ts";

/** A step as a model states it; every field is required, as some providers take no others. */
export const modelStepSchema = z.object({
  kind: z.enum([
    "open",
    "click",
    "fill",
    "select",
    "check",
    "uncheck",
    "press",
    "see_text",
    "see_no_text",
    "see_element",
    "see_count",
  ]),
  name: z
    .string()
    .nullable()
    .describe("What the page calls the element or list; null where the step needs none"),
  within: z
    .string()
    .nullable()
    .describe("Words of the row or section that it stands in, where the name alone fits several"),
  value: z
    .string()
    .nullable()
    .describe(
      "What is typed, chosen, pressed, opened, or read: words of the test itself, except for see_text, which may be words of the page",
    ),
  count: z.int().min(0).nullable(),
});
export type ModelStep = z.output<typeof modelStepSchema>;

/** Where what a model says may come from. */
type Sources = {
  /** Whether a value may be typed, chosen or opened. */
  isGiven(value: string): boolean;
  /** Whether a text is one that somebody claims the app to show; null for one that it may not expect. */
  isQuoted(text: string): boolean | null;
};

const keys = /^(?:Enter|Escape|Tab|Space|Backspace|Delete|Arrow(?:Up|Down|Left|Right))$/;

/** A step of the model's as an intent, or why it is none: what it types and expects to read must be of the right source. */
export const intentOf = (step: ModelStep, { isGiven, isQuoted }: Sources): Intent | string => {
  const { kind, count } = step;
  const name = step.name?.trim() ?? "";
  const value = step.value ?? "";
  const target: Named = { name, quoted: false, role: null, within: step.within, nth: null };
  if (kind === "see_text" || kind === "see_no_text") {
    const text = value === "" ? name : value;
    if (text === "") return "the model names no text to see";
    const quoted = isQuoted(text);
    if (quoted === null) return `the model expects "${text}", which neither the test nor the page says`;
    return { kind: "see_text", text, quoted, shown: kind === "see_text", within: step.within };
  }
  if (value !== "" && !isGiven(value))
    return `the model gives "${value.slice(0, 80)}", which the test does not`;
  if (kind === "open") return value === "" ? "the model names no address" : { kind: "open", path: value };
  if (kind === "press")
    return keys.test(value)
      ? { kind: "press", key: value, target: null }
      : "the model presses no key that there is";
  if (kind === "see_count")
    return count === null
      ? "the model gives no count"
      : { kind: "see_count", what: name, range: { is: count }, within: step.within };
  if (name === "") return "the model names no element";
  if (kind === "click") return { kind: "click", target };
  if (kind === "fill") return { kind: "fill", target, value };
  if (kind === "select") return { kind: "select", target, option: value };
  if (kind === "see_element") return { kind: "see_element", target, shown: true };
  return { kind: "check", target, on: kind === "check" };
};
