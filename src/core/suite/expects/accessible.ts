import { z } from "zod";
import { describeTarget, targetSchema } from "#model/target.ts";
import type { AuditImpact, Violation } from "#ports/browser.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import { unmetBy } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { bareSchema, brief } from "#core/suite/scalars.ts";

const impacts = ["minor", "moderate", "serious", "critical"] as const satisfies readonly AuditImpact[];

const ruleSchema = z
  .string()
  .regex(/^[\w.-]+$/, "expected the id of an axe rule such as color-contrast, or a tag such as wcag2aa");
const schema = z.union([
  bareSchema,
  z.strictObject({
    rules: z
      .array(ruleSchema)
      .min(1)
      .describe("Only these: ids of axe rules, and tags such as wcag2aa")
      .optional(),
    except: z.array(ruleSchema).min(1).describe("Ids of rules that do not count").optional(),
    impact: z.enum(impacts).describe("Least impact that counts; serious when absent").optional(),
    contrast: z
      .number()
      .min(1)
      .max(21)
      .describe("Contrast that color-contrast asks of text; what axe-core asks for when absent")
      .optional(),
    within: targetSchema.describe("Look only inside this element").optional(),
  }),
]);
type Args = z.output<typeof schema>;

/** What an `accessible` says, with what it leaves out. */
export const accessibleParts = (args: Args) => {
  const {
    rules = [],
    except = [],
    impact,
    contrast,
    within,
  } = typeof args === "object" && args !== null ? args : {};
  return {
    rules,
    except,
    impact: impact ?? (rules.length > 0 ? "minor" : "serious"),
    contrast: contrast ?? null,
    within: within ?? null,
  };
};

const describe = (args: Args): string => {
  const { rules, except, impact, contrast, within } = accessibleParts(args);
  const parts = [
    "no",
    ...(impact === "minor" ? [] : [impact === "critical" ? "critical" : `${impact} or worse`]),
    "violation of",
    rules.length > 0 ? rules.join(", ") : "accessibility rules",
    ...(except.length > 0 ? [`but ${except.join(", ")}`] : []),
    ...(contrast === null ? [] : [`where text has a contrast of ${contrast} or less`]),
    ...(within === null ? [] : [`in ${describeTarget(within)}`]),
  ];
  return parts.join(" ");
};

const say = ({ rule, impact, help, elements, count }: Violation): string => {
  const [first = ""] = elements;
  const more = count > 1 ? ` and ${count - 1} more` : "";
  return `${rule} (${impact ?? "no impact"}): ${help}: ${brief(first, 100)}${more}`;
};

const everyMs = 500;
/** A check of a large page takes its time, however short the wait for it to hold. */
const checkMs = 20_000;

export const accessible = defineExpect({
  kind: "accessible",
  summary: "The page keeps the rules of accessibility.",
  description:
    "Holds when axe-core finds no violation of impact serious or critical on the page, once it has settled. `impact` moves that limit, " +
    "`rules` checks only some rules or tags (of any impact, unless said otherwise), `except` leaves rules aside, `within` looks at one " +
    "element. `contrast` is what color-contrast asks of text, 1.9 for text that can hardly be told from what is behind it; text of the " +
    "very colour of what is behind it counts then as well, but none that is transparent, faded or crossed out. What is inside iframes is looked at with the step's `frame`.",
  schema,
  example: "expect: {accessible: {rules: [wcag2a, wcag2aa], within: {role: main}}}",
  describe,
  negative: () => true,
  async check(args, context): Promise<StepOutcome> {
    const { rules, except, impact, contrast, within } = accessibleParts(args);
    const expected = describe(args);
    let left = context.timeoutMs;
    for (;;) {
      const answer = await context.page.audit(within, rules, {
        timeoutMs: Math.max(left, checkMs),
        contrast,
      });
      if (!answer.ok) return unmetBy(answer, expected, within);
      const counted = answer.violations.filter(
        (found) =>
          !except.includes(found.rule) && impacts.indexOf(found.impact ?? "minor") >= impacts.indexOf(impact),
      );
      if (counted.length === 0) {
        const others = answer.violations.length;
        return { ok: true, note: others > 0 ? `${others} of lower impact or left aside` : "" };
      }
      left -= everyMs;
      if (left <= 0 || context.signal.aborted) {
        const more = counted.length > 3 ? `; and ${counted.length - 3} more rules` : "";
        const observed = counted.slice(0, 3).map(say).join("; ") + more;
        return { ok: false, kind: "not_held", verdict: "failed", message: observed, expected, observed };
      }
      await context.sleep(everyMs);
    }
  },
});
