import { describeTarget } from "#model/target.ts";
import type { TargetObject } from "#model/target.ts";
import type { ExpectContext } from "#core/suite/define-expect.ts";
import { unmetBy } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { brief } from "#core/suite/scalars.ts";

/** Rows beyond this are not read. */
const most = 60;
const everyMs = 100;

const readAll = async (target: TargetObject, context: ExpectContext): Promise<string[] | null> => {
  const counted = await context.page.read(target, "count", { timeoutMs: context.timeoutMs });
  if (!counted.ok) return null;
  const texts: string[] = [];
  for (let index = 0; index < Math.min(Number(counted.value), most); index += 1) {
    const text = await context.page.read({ ...target, nth: index }, "text", { timeoutMs: 500 });
    // The list is changing under our eyes: the caller looks again.
    if (!text.ok) return null;
    texts.push(text.value.trim());
  }
  return texts;
};

/**
 * Waits until the texts of all elements that fit the target are as they should be. `judge` gives what is wrong, or
 * null; at least one element has to be there.
 */
export const holdForAll = async (
  context: ExpectContext,
  target: TargetObject,
  expected: string,
  judge: (texts: string[]) => string | null,
): Promise<StepOutcome> => {
  let left = context.timeoutMs;
  for (;;) {
    const texts = await readAll(target, context);
    const wrong = texts === null ? "could not be read" : texts.length === 0 ? "nothing fits" : judge(texts);
    if (wrong === null) return { ok: true, note: `${texts?.length ?? 0} looked at` };
    if (context.signal.aborted)
      return { ok: false, kind: "closed", verdict: "broken", message: "the run was cancelled" };
    if (left <= 0) {
      const failure = { ok: false, failure: "not_held", observed: brief(wrong, 400) } as const;
      const message = `expected ${expected} of ${describeTarget(target)}: ${brief(wrong, 400)}`;
      return unmetBy({ ...failure, message }, expected, target);
    }
    await context.sleep(Math.min(everyMs, left));
    left -= everyMs;
  }
};
