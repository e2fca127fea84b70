import { defineStep } from "#core/suite/define-step.ts";
import { bindExpects, describeExpects, expectSchema } from "#core/suite/expects/index.ts";
import { noValue } from "#core/suite/outcome.ts";

export const expect = defineStep({
  verb: "expect",
  summary: "Say what must be true of the page.",
  description:
    "One or more kinds of expect, checked in order; each waits until it holds or its time is up. " +
    "A list keeps an order among equal kinds.",
  schema: expectSchema,
  example: "expect: {url: /cart, visible: Thank you}",
  pace: "expect",
  describe: (args) => `expect ${describeExpects(args)}`,
  async run(args, context) {
    const expects = bindExpects(args);
    if (!expects) return noValue("the expect has a value that does not fit");
    for (const each of expects) {
      context.announce(null, each.text);
      const outcome = await each.check(context);
      if (!outcome.ok) return { ...outcome, expect: each.kind };
    }
    return { ok: true };
  },
});
