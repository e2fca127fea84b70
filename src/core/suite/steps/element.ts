import { describeTarget, targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import type { ElementAction } from "#ports/browser.ts";
import { defineStep } from "#core/suite/define-step.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";

/** Announces the action, then does it on the one element that fits. */
export const actOn = async (
  context: StepContext,
  target: Target,
  action: ElementAction,
  value: string | null = null,
): Promise<StepOutcome> => {
  context.announce(target, value);
  const answer = await context.page.act(target, action, { timeoutMs: context.timeoutMs });
  return answer.ok ? { ok: true } : brokenBy(answer, target);
};

type ElementStep<V extends string> = {
  verb: V;
  summary: string;
  description: string;
  example: string;
  /** The verb in a sentence. */
  says: string;
  action: ElementAction;
};

/** A verb whose only argument is a target. */
export const defineElementStep = <const V extends string>(spec: ElementStep<V>) =>
  defineStep({
    verb: spec.verb,
    summary: spec.summary,
    description: spec.description,
    schema: targetSchema,
    example: spec.example,
    describe: (target) => `${spec.says} ${describeTarget(target)}`,
    run: (target, context) => actOn(context, target, spec.action),
  });
