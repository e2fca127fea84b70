import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import { AriaMistake, createAriaMatcher } from "#core/suite/aria-snapshot.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { noValue, unmetBy } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { brief } from "#core/suite/scalars.ts";

const mistakeIn = (snapshot: string): string | null => {
  try {
    createAriaMatcher(snapshot);
    return null;
  } catch (error) {
    if (error instanceof AriaMistake) return error.message;
    throw error;
  }
};

const snapshotSchema = z
  .string()
  .min(1)
  .superRefine((snapshot, context) => {
    const mistake = snapshot.includes("${") ? null : mistakeIn(snapshot);
    if (mistake !== null) context.addIssue({ code: "custom", message: mistake });
  })
  .describe("Playwright's YAML of an ARIA snapshot");
const schema = z.union([
  snapshotSchema,
  z.strictObject({ snapshot: snapshotSchema, within: targetSchema.describe("Look only at this element") }),
]);

const everyMs = 100;
/** A look that is under way when the time is up may end: what it saw is worth more than that it was cut off. */
const leastMs = 2000;

export const aria = defineExpect({
  kind: "aria",
  summary: "The page has a structure of roles and names.",
  description:
    "Compares with what Playwright calls an ARIA snapshot: the nodes given must stand in that order among the children of some element, " +
    "others may stand between them; names are whole or a `/regular expression/`; states (`[checked]`, `[level=2]`), `/url: …` and " +
    "`/children: equal` count where given. `{snapshot: …, within: …}` looks at one element.",
  schema,
  example: 'expect: {aria: "- heading \\"Cart\\" [level=1]\\n- list:\\n  - listitem: /Mug/"}',
  describe: (args) =>
    `the structure ${brief(typeof args === "string" ? args : args.snapshot, 100)}${
      typeof args === "string" ? "" : ` in ${describeTarget(args.within)}`
    }`,
  async check(args, context): Promise<StepOutcome> {
    const { snapshot, within } = typeof args === "string" ? { snapshot: args, within: null } : args;
    const mistake = mistakeIn(snapshot);
    if (mistake !== null) return noValue(`the expected structure cannot be read: ${mistake}`);
    const fits = createAriaMatcher(snapshot);
    const deadline = performance.now() + context.timeoutMs;
    let seen: string | null = null;
    for (;;) {
      const left = deadline - performance.now();
      const answer = await context.page.aria(within, { timeoutMs: Math.max(left, leastMs) });
      if (answer.ok) {
        if (fits(answer.value)) return { ok: true };
        seen = answer.value;
      } else if (seen === null || answer.failure !== "timeout") return unmetBy(answer, "a structure", within);
      if (performance.now() >= deadline || context.signal.aborted) {
        const expected = `the structure ${brief(snapshot, 300)}`;
        const observed = brief(seen ?? "", 600);
        const message = `expected ${expected}; saw ${observed}`;
        return { ok: false, kind: "not_held", verdict: "failed", message, expected, observed };
      }
      await context.sleep(everyMs);
    }
  },
});
