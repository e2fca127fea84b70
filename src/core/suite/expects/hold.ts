import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import type { Target, TextMatch } from "#model/target.ts";
import type { Condition } from "#ports/browser.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import type { ExpectContext } from "#core/suite/define-expect.ts";
import { unmetBy } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import {
  describeMatch,
  matchKeys,
  matchSchema,
  oneMatch,
  oneMatchMessage,
  toMatch,
} from "#core/suite/scalars.ts";

/** Waits in the page until the condition holds; `expected` says it in words. */
export const hold = async (
  context: ExpectContext,
  condition: Condition,
  expected: string,
  target: Target | null = null,
): Promise<StepOutcome> => {
  const answer = await context.page.expect(condition, { timeoutMs: context.timeoutMs });
  return answer.ok ? { ok: true, note: answer.observed } : unmetBy(answer, expected, target);
};

type TargetExpect<K extends string> = {
  kind: K;
  summary: string;
  description: string;
  example: string;
  negative?: boolean;
  condition(target: Target): Condition;
};

/** An expect whose only argument is a target. */
export const defineTargetExpect = <const K extends string>(spec: TargetExpect<K>) =>
  defineExpect({
    kind: spec.kind,
    summary: spec.summary,
    description: spec.description,
    schema: targetSchema,
    example: spec.example,
    describe: (target) => `${describeTarget(target)} ${spec.kind}`,
    negative: () => spec.negative ?? false,
    check: (target, context) =>
      hold(context, spec.condition(target), `${describeTarget(target)} ${spec.kind}`, target),
  });

const matchOfTargetSchema = z
  .strictObject({ target: targetSchema, ...matchKeys })
  .refine(oneMatch, oneMatchMessage);

/** `{Email: a@b.example}` (field to text), or `{target: …, is|contains|matches: …}`. */
export const matchesByTargetSchema = z.union([
  matchOfTargetSchema,
  z
    .record(z.string().min(1), matchSchema)
    .refine((fields) => Object.keys(fields).length > 0, { message: "names no field" }),
]);

export const matchesByTarget = (
  args: z.output<typeof matchesByTargetSchema>,
): { target: Target; match: TextMatch }[] => {
  const whole = matchOfTargetSchema.safeParse(args);
  if (whole.success) return [{ target: whole.data.target, match: toMatch(whole.data) }];
  const fields = z.record(z.string(), matchSchema).parse(args);
  return Object.entries(fields).map(([target, match]) => ({ target, match: toMatch(match) }));
};

export const describeMatchOf = (target: Target, match: TextMatch): string =>
  `${describeTarget(target)} ${describeMatch(match)}`;
