import { judge } from "#core/llm/judge.ts";
import type { StepModelAccess } from "#core/llm/meter.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import { bindExpects } from "#core/suite/expects/index.ts";
import { noValue } from "#core/suite/outcome.ts";
import type { StepFailure } from "#core/suite/outcome.ts";
import { sayFailure } from "#core/suite/say-failure.ts";
import type { PageOutline } from "#model/outline.ts";

/** Null: reached. `unmet`: not (yet), and what is wrong. `failure`: it cannot be told. */
export type Checked = null | { unmet: string } | { failure: StepFailure };

export const checkUntil = async (context: StepContext, until: unknown): Promise<Checked> => {
  const expects = bindExpects(context.put(until));
  if (!expects) return { failure: noValue("a value of `until` does not fit") };
  for (const expect of expects) {
    const outcome = await expect.check(context);
    if (outcome.ok) continue;
    const unmet = sayFailure({ ...outcome, expected: outcome.expected ?? expect.text });
    return outcome.verdict === "failed" ? { unmet } : { failure: outcome };
  }
  return null;
};

/** `found` is told what the judgement quotes of the page. */
export const checkByModel = async (
  context: StepContext,
  access: StepModelAccess,
  goal: string,
  outline: PageOutline,
  found: (quotes: string[]) => void,
): Promise<Checked> => {
  if (access.model === null) return { failure: noModel(access.why) };
  const statement = `This has been done, as far as the page shows: ${goal}`;
  const { signal } = context;
  const verdict = await judge(access.model, statement, outline, {
    timeoutMs: Math.max(1, context.leftMs()),
    signal,
  });
  if (verdict.kind === "failed")
    return {
      failure: brokenByModel(`the check failed (${verdict.failure.kind}): ${verdict.failure.message}`),
    };
  if (verdict.kind === "unfounded")
    return { unmet: `the check counts for nothing, because ${verdict.mistake}` };
  if (verdict.kind === "cannot_tell") return { unmet: `the page does not show it: ${verdict.reason}` };
  context.judged(verdict.judgement);
  found(verdict.judgement.citations.map(({ quote }) => quote));
  return verdict.judgement.holds ? null : { unmet: verdict.judgement.reason };
};

export const brokenByModel = (message: string): StepFailure => ({
  ok: false,
  kind: "model",
  verdict: "broken",
  message: message.slice(0, 1000),
});

/** The failure of an agent that is not on its origin any more; null while it is. */
export const leftFor = (url: string, origin: string): StepFailure | null => {
  const now = URL.canParse(url) ? new URL(url).origin : url;
  return now === origin
    ? null
    : brokenByModel(`the agent left the app for ${now.slice(0, 200)}, so it was stopped`);
};

export const noModel = (why: string): StepFailure => brokenByModel(`\`do\` needs a language model: ${why}`);
