import { z } from "zod";
import { defineStep } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";

export const tab = defineStep({
  verb: "tab",
  summary: "Go on in another tab.",
  description:
    "`newest` waits for a tab or pop-up window that the case has not been in yet, and goes on there (in the last one it was in, when " +
    "none comes); `first` goes back to the tab in which the case began. A tab that closes itself gives way to the first one.",
  schema: z.enum(["newest", "first"]),
  example: "tab: newest",
  describe: (which) => `go to the ${which} tab`,
  async run(which, context) {
    context.announce(null, which);
    const answer = await context.session.switchTab(which, { timeoutMs: context.timeoutMs });
    return answer.ok ? { ok: true, note: answer.url } : brokenBy(answer);
  },
});
