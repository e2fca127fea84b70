import { defineStep } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";
import { bareSchema } from "#core/suite/scalars.ts";

export const back = defineStep({
  verb: "back",
  summary: "Go back in the history.",
  description: "As the browser's back button; waits until the page is there.",
  schema: bareSchema,
  example: "back",
  pace: "navigation",
  describe: () => "go back",
  async run(_args, context) {
    context.announce(null, null);
    const answer = await context.page.back({ timeoutMs: context.timeoutMs });
    return answer.ok ? { ok: true } : brokenBy(answer);
  },
});
