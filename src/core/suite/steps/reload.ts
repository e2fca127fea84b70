import { defineStep } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";
import { bareSchema } from "#core/suite/scalars.ts";

export const reload = defineStep({
  verb: "reload",
  summary: "Load the page again.",
  description: "Waits until the document is there again.",
  schema: bareSchema,
  example: "reload",
  pace: "navigation",
  describe: () => "reload the page",
  async run(_args, context) {
    context.announce(null, null);
    const answer = await context.page.reload({ timeoutMs: context.timeoutMs });
    return answer.ok ? { ok: true } : brokenBy(answer);
  },
});
