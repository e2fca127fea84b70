import { z } from "zod";
import type { TextMatch } from "#model/target.ts";
import { createPattern } from "./pattern.ts";

/** Text as a suite may write it: YAML numbers and booleans are taken as the text they show. */
export const textSchema = z.union([z.string(), z.number(), z.boolean()]);
export type Text = z.infer<typeof textSchema>;

/** A whole number from 0, or a lone `${variable}` that becomes one. */
export const countSchema = z.union([
  z.int().min(0),
  z.string().regex(/^(\d{1,9}|\$\{[^{}]+\})$/, "expected a whole number from 0"),
]);
export const toNumber = (value: z.infer<typeof countSchema>): number => Number(value);

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };

/** Milliseconds of `500ms`, `5s`, `1.5s`, `2m` or a number of milliseconds; null when it is none of these. */
export const parseDuration = (value: string | number): number | null => {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
  const match = /^(\d{1,7}(?:\.\d{1,3})?)\s*(ms|s|m)?$/.exec(value.trim());
  if (!match) return null;
  return Math.round(Number(match[1]) * (units[match[2] ?? "ms"] ?? 1));
};

const longestMs = 30 * 60_000;

/** A length of time: `5s`, `500ms`, `2m` or milliseconds; more than nothing, at most 30 minutes. */
export const durationSchema = z.union([z.string(), z.number()]).refine(
  (value) => {
    const ms = parseDuration(value);
    return ms !== null && ms > 0 && ms <= longestMs;
  },
  { message: "expected a time such as 5s, 500ms or 2m, at most 30m" },
);

/** A regular expression in JavaScript's syntax; one that holds variables is checked when they are known. */
export const regexSchema = z.string().superRefine((pattern, context) => {
  if (pattern.includes("${")) return;
  try {
    void new RegExp(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : "";
    context.addIssue({ code: "custom", message: `invalid regular expression ${reason}` });
  }
});

export const matchKeys = {
  is: textSchema.describe("The whole text, white space folded").optional(),
  contains: textSchema.describe("A part of the text").optional(),
  matches: regexSchema.describe("A regular expression that fits some part of the text").optional(),
};
type MatchObject = { is?: Text; contains?: Text; matches?: string };

export const oneMatch = (value: MatchObject): boolean =>
  [value.is, value.contains, value.matches].filter((part) => part !== undefined).length === 1;
export const oneMatchMessage = { message: "needs exactly one of is, contains, matches" };

/** Text to compare with: a bare text means `contains`. */
export const matchSchema = z.union([textSchema, z.strictObject(matchKeys).refine(oneMatch, oneMatchMessage)]);

export const toMatch = (value: Text | MatchObject): TextMatch => {
  if (typeof value !== "object") return { contains: String(value) };
  if (value.is !== undefined) return { is: String(value.is) };
  if (value.matches !== undefined) return { matches: value.matches };
  return { contains: String(value.contains) };
};

export const describeMatch = (match: TextMatch): string => {
  if ("is" in match) return `is "${match.is}"`;
  if ("contains" in match) return `contains "${match.contains}"`;
  return `matches /${match.matches}/`;
};

const foldSpace = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/**
 * Compares as the browser's side does: white space folded, `contains` and `is` with case. For all the texts of one
 * check; throws SlowPattern.
 */
export const matcherOf = (match: TextMatch): ((text: string) => boolean) => {
  if ("matches" in match) return createPattern(match.matches).fits;
  if ("is" in match) return (text) => foldSpace(text) === foldSpace(match.is);
  return (text) => foldSpace(text).includes(foldSpace(match.contains));
};

/** What stands for the arguments of a verb or expect that has none: nothing, or `true`. */
export const bareSchema = z.union([z.null(), z.literal(true)]);

/** At most `length` characters on one line, for messages. */
export const brief = (text: string, length = 160): string => {
  const line = foldSpace(text);
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
};
