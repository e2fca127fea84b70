import { z } from "zod";

/** How text is compared: a bare string means `contains`; `matches` is a regular expression. White space is folded. */
export type TextMatch = { is: string } | { contains: string } | { matches: string };

/**
 * What a step or an expect acts on, after values were put in. A plain string is what a person would call the element.
 * `nth` is 0-based. `within` and `frame` narrow the search to one element and one iframe.
 */
export type Target = string | TargetObject;
export type TargetObject = {
  called?: string;
  role?: string;
  name?: string;
  label?: string;
  placeholder?: string;
  text?: string;
  testid?: string;
  css?: string;
  column?: string;
  nth?: number;
  exact?: boolean;
  within?: Target;
  frame?: Target;
};

export const targetObjectSchema: z.ZodType<TargetObject, TargetObject> = z
  .strictObject({
    called: z
      .string()
      .min(1)
      .describe("What a person would call it, as a plain string; goes with within, frame and nth")
      .optional(),
    role: z.string().min(1).describe("ARIA role").optional(),
    name: z.string().min(1).describe("Accessible name").optional(),
    label: z.string().min(1).describe("Text of the field's label").optional(),
    placeholder: z.string().min(1).describe("Placeholder text").optional(),
    text: z.string().min(1).describe("Visible text").optional(),
    testid: z.string().min(1).describe("Value of data-testid, data-test-id, data-test or data-cy").optional(),
    css: z.string().min(1).describe("CSS selector").optional(),
    column: z
      .string()
      .min(1)
      .describe("Heading of a table's column: its cells, those of headings and foot aside")
      .optional(),
    nth: z.int().min(0).describe("0-based index among the elements that fit").optional(),
    exact: z.boolean().describe("Compare the whole text, case-sensitively").optional(),
    get within() {
      return targetSchema.describe("Look only inside this element").optional();
    },
    get frame() {
      return targetSchema.describe("Look inside this iframe").optional();
    },
  })
  .refine((t) => Object.keys(t).some((key) => !["nth", "exact", "within", "frame"].includes(key)), {
    message: "needs one of called, role, name, label, placeholder, text, testid, css, column",
  })
  .refine(
    (t) =>
      t.called === undefined ||
      Object.keys(t).every((key) => ["called", "nth", "within", "frame"].includes(key)),
    {
      message: "called goes with within, frame and nth only",
    },
  );

export const targetSchema: z.ZodType<Target, Target> = z.union([
  z.string().min(1).describe("What a person would call the element"),
  targetObjectSchema,
]);

/** How generated suites say which rows of a table hold something, and the cells of these in one column. */
const ROWS = "tbody > tr:has(> td)";
const CELLS = / > :nth-child\((\d+)\)$/;

const describeCss = (css: string, isOne: boolean): string => {
  if (css === ROWS) return isOne ? "row" : "rows";
  const column = css.startsWith(ROWS) ? CELLS.exec(css) : null;
  const isPlain = column !== null && css.length === ROWS.length + column[0].length;
  return isPlain ? `${isOne ? "cell" : "cells"} of column ${column[1] ?? ""}` : css;
};

/** A target as one short readable phrase, for events, reports and messages. */
export const describeTarget = (target: Target): string => {
  if (typeof target === "string") return `"${target}"`;
  const { called, role, name, label, placeholder, text, testid, css, column, nth, within, frame } = target;
  const parts: string[] = [];
  if (called) parts.push(`"${called}"`);
  if (role) parts.push(role);
  if (name) parts.push(`"${name}"`);
  if (label) parts.push(`labelled "${label}"`);
  if (placeholder) parts.push(`with placeholder "${placeholder}"`);
  if (text) parts.push(`with text "${text}"`);
  if (testid) parts.push(`[testid=${testid}]`);
  if (css) parts.push(describeCss(css, nth !== undefined));
  if (column) parts.push(`cells of column "${column}"`);
  if (nth !== undefined) parts.push(`#${nth + 1}`);
  if (within) parts.push(`in ${describeTarget(within)}`);
  if (frame) parts.push(`in frame ${describeTarget(frame)}`);
  return parts.join(" ");
};
