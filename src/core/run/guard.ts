import type { ExpectContext } from "#core/suite/define-expect.ts";
import { guardHoldMs } from "#core/suite/guard-hold.ts";
import { bindExpects } from "#core/suite/expects/index.ts";
import { noValue } from "#core/suite/outcome.ts";
import type { StepFailure } from "#core/suite/outcome.ts";

/** How long a guard waits for the page to become quiet. */
const settleMs = 2000;

/**
 * What of a guard does not hold, or null when the step is to be executed. At most `leftMs` is spent on settling. `before`: the
 * verb of the step that is written before it.
 */
export const guardFails = async (
  when: unknown,
  context: Omit<ExpectContext, "timeoutMs">,
  { leftMs, before }: { leftMs: number; before: string | null },
): Promise<StepFailure | null> => {
  const expects = bindExpects(when);
  if (!expects) return noValue("a value that was put in does not fit the guard");
  await context.page.settle({ timeoutMs: Math.min(settleMs, Math.max(1, leftMs)) });
  for (const expect of expects) {
    const outcome = await expect.check({ ...context, timeoutMs: guardHoldMs(before) });
    if (!outcome.ok) return { ...outcome, expected: expect.text };
  }
  return null;
};
