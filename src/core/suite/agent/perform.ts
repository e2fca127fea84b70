import type { FoundAction } from "#model/agent.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import { noValue } from "#core/suite/outcome.ts";
import type { StepFailure, StepOutcome } from "#core/suite/outcome.ts";
import { MissingValue } from "#core/suite/values.ts";
import type { PageOutline } from "#model/outline.ts";
import { fill } from "#core/suite/steps/fill.ts";
import { refusalToType } from "./may-type.ts";
import { agentVerb } from "./tools.ts";

/** Some six thousand tokens. */
const maxCharacters = 20_000;
const lookMs = 5000;
const settleMs = 3000;

/** The page as it is once it has come to rest. */
export const lookAt = async ({
  page,
}: StepContext): Promise<{ outline: PageOutline } | { failure: StepFailure }> => {
  await page.settle({ timeoutMs: settleMs });
  const answer = await page.outline(null, { maxCharacters, timeoutMs: lookMs });
  if (answer.ok) return { outline: answer.outline };
  return { failure: { ok: false, kind: answer.failure, verdict: "broken", message: answer.message } };
};

/** Does an action of an agent as the step of a suite that it is. `origin` is the app's, which what is typed must not leave. */
export const performAction = async (
  context: StepContext,
  { verb, args }: Pick<FoundAction, "verb" | "args">,
  by: "llm" | "cache",
  origin: string,
): Promise<StepOutcome> => {
  const definition = agentVerb(verb);
  if (!definition) return noValue(`agents have no verb '${verb}'`);
  try {
    const bound = definition.bind(context.put(args));
    if (!bound) return noValue(`a value does not fit the verb ${verb}`);
    const refusal = verb === fill.verb ? await refusalToType(context, args, origin) : null;
    if (refusal) return refusal;
    return await bound.run({
      ...context,
      announce: (target, value) => context.announce(target, value, { by, action: verb }),
    });
  } catch (error) {
    if (error instanceof MissingValue) return noValue(error.message);
    throw error;
  }
};
