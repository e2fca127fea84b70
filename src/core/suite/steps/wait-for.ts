import { z } from "zod";
import { defineStep } from "#core/suite/define-step.ts";
import { bindExpects, describeExpects, expectSchema } from "#core/suite/expects/index.ts";
import { noValue } from "#core/suite/outcome.ts";

const idle = "idle";

export const waitFor = defineStep({
  verb: "wait_for",
  summary: "Wait for what takes long.",
  description:
    "Takes what `expect` takes and waits up to 30 s (or `timeout`); a case whose wait ends in vain is broken, not failed. " +
    "`wait_for: idle` waits until the page is quiet.",
  schema: z.union([z.literal(idle), expectSchema]),
  example: "wait_for: {hidden: Importing}",
  pace: "wait",
  describe: (args) => (args === idle ? "wait until the page is idle" : `wait for ${describeExpects(args)}`),
  async run(args, context) {
    if (args === idle) {
      context.announce(null, idle);
      await context.page.settle({ timeoutMs: context.timeoutMs });
      return { ok: true };
    }
    const expects = bindExpects(args);
    if (!expects) return noValue("the wait has a value that does not fit");
    for (const each of expects) {
      context.announce(null, each.text);
      const outcome = await each.check(context);
      if (!outcome.ok) return { ...outcome, verdict: "broken", expect: each.kind };
    }
    return { ok: true };
  },
});
