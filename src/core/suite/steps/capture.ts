import { z } from "zod";
import { targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import type { Reading } from "#ports/browser.ts";
import { defineStep } from "#core/suite/define-step.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import { brokenBy, noValue } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { createPattern } from "#core/suite/pattern.ts";
import { brief, regexSchema } from "#core/suite/scalars.ts";
import { variableNameSchema } from "#core/suite/values.ts";

const sourceSchema = z
  .strictObject({
    text: targetSchema.describe("Visible text of an element").optional(),
    value: targetSchema.describe("Value of a field").optional(),
    count: targetSchema.describe("How many visible elements fit; a number").optional(),
    attribute: z
      .strictObject({ target: targetSchema, name: z.string().min(1) })
      .describe("An attribute")
      .optional(),
    url: z.literal(true).describe("Address of the page").optional(),
    title: z.literal(true).describe("Title of the page").optional(),
    match: regexSchema.describe("Keeps what this regular expression fits, or its first group").optional(),
  })
  .refine(
    ({ match: _match, ...sources }) =>
      Object.values(sources).filter((source) => source !== undefined).length === 1,
    {
      message: "needs exactly one of text, value, count, attribute, url, title",
    },
  );
type Source = z.output<typeof sourceSchema>;

/** Between two looks for what `match` is to fit. */
const EVERY_MS = 100;

const schema = z
  .record(
    variableNameSchema,
    z.union([z.string().min(1).describe("Element whose visible text is kept"), sourceSchema]),
  )
  .refine((sources) => Object.keys(sources).length > 0, { message: "names no variable" });

const reading = (source: Source): { target: Target | null; what: Reading } => {
  if (source.text !== undefined) return { target: source.text, what: "text" };
  if (source.value !== undefined) return { target: source.value, what: "value" };
  if (source.count !== undefined) return { target: source.count, what: "count" };
  if (source.attribute !== undefined) {
    return { target: source.attribute.target, what: { attribute: source.attribute.name } };
  }
  return { target: null, what: source.url ? "url" : "title" };
};

/** Gives the variable its value, once what is read has one; else why it has none. */
const keep = async (name: string, source: Source, context: StepContext): Promise<StepOutcome | null> => {
  const { target, what } = reading(source);
  const pattern = source.match === undefined ? null : createPattern(source.match);
  context.announce(target, name);
  const ends = performance.now() + context.timeoutMs;
  for (;;) {
    const left = Math.max(0, ends - performance.now());
    const answer = await context.page.read(target, what, { timeoutMs: Math.max(EVERY_MS, left) });
    if (!answer.ok) return brokenBy(answer, target);
    if (pattern === null) {
      context.capture(name, what === "count" ? Number(answer.value) : answer.value.trim());
      return null;
    }
    const found = pattern.find(answer.value);
    const kept = found?.[1] ?? found?.[0];
    if (typeof kept === "string") {
      context.capture(name, kept);
      return null;
    }
    if (left <= 0 || context.signal.aborted) {
      return {
        ...noValue(`nothing in "${brief(answer.value)}" fits /${source.match}/, so \${${name}} has no value`),
        target,
        expected: `text that matches /${source.match}/`,
        observed: brief(answer.value),
      };
    }
    // What the page says may still be loaded.
    await context.sleep(Math.min(EVERY_MS, left));
  }
};

export const capture = defineStep({
  verb: "capture",
  summary: "Keep what the page shows as a variable.",
  description:
    '`{order_id: {text: {testid: order-number}, match: "#(\\\\d+)"}}` reads a text, waits until the pattern fits, and keeps the group. Sources: `text`, `value`, `count`, ' +
    "`attribute`, `url: true`, `title: true`; a bare text names the element whose text is kept. Later steps write `${order_id}`; " +
    "a case that uses what another captured runs after it.",
  schema,
  example: 'capture: {order_id: {text: {testid: order-number}, match: "#(\\\\d+)"}}',
  describe: (args) => `capture ${Object.keys(args).join(", ")}`,
  captures: (args) => Object.keys(args),
  async run(args, context) {
    for (const [name, given] of Object.entries(args)) {
      const source = typeof given === "string" ? { text: given } : given;
      const failed = await keep(name, source, context);
      if (failed) return failed;
    }
    return { ok: true };
  },
});
