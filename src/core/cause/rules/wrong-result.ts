import { type CauseContext, theStep } from "#core/cause/context.ts";
import { isHealthy } from "#core/cause/page-health.ts";
import { wordsOf } from "#core/cause/similarity.ts";
import { describeTarget } from "#model/target.ts";
import { defineRule, type Finding } from "./define-rule.ts";

/** Told by their own evidence. */
const decidedElsewhere = new Set(["no_errors", "accessible"]);

/** Roles of what a page says, in distinction to what it is operated with. */
const shows = new Set([
  "heading",
  "row",
  "cell",
  "listitem",
  "status",
  "alert",
  "img",
  "columnheader",
  "rowheader",
]);

/** What is done about a page that is drawn wrongly, by the expect that says so. */
const layoutFix: Record<string, string> = {
  no_horizontal_scroll: "Let what sticks out wrap, shrink, or be scrolled in a box of its own at this width.",
  no_overlap:
    "Give both a place of their own: look for a margin below zero, a fixed width or height, or a position.",
};

/** Another one stands where the page was to show this one. */
const ofAnother = (context: CauseContext): Finding | null => {
  const { step, kind, candidates } = context.failure;
  const target = step?.target;
  if ((kind !== "not_found" && kind !== "not_held") || step?.expect !== "visible") return null;
  if (typeof target !== "object" || target === null || !shows.has(target.role ?? "")) return null;
  const candidate = candidates.find(({ role }) => role === target.role);
  const stood = `${target.role} "${wordsOf(target).replaceAll(/\d+/g, "#")}"`;
  const other = candidate
    ? `${candidate.role} "${(candidate.name || candidate.text).slice(0, 200)}"`
    : context.difference?.standsFor(stood);
  if (!other || !isHealthy(context)) return null;
  return {
    summary: `${theStep(context)} does not hold, and nothing else is wrong: the app shows something else.`,
    suspectedCause: `Expected ${describeTarget(target)}, the page shows ${other}.`,
    suggestedFix:
      "Follow back from the page why the app shows this one; if the app is right, correct the expectation.",
    confidence: 0.65,
  };
};

export const wrongResult = defineRule({
  category: "wrong_result",
  find: (context) => {
    const another = ofAnother(context);
    if (another) return another;
    const { failure } = context;
    const { step, observed, expected } = failure;
    if (failure.kind !== "not_held" || step?.verb !== "expect") return null;
    if (decidedElsewhere.has(step.expect ?? "") || !isHealthy(context)) return null;
    // What a whole page says is no value that differs.
    const seen = observed?.trim() && observed.length <= 200 ? observed.trim() : null;
    const wanted = expected?.trim().slice(0, 300) || step.text;
    return {
      summary: `${theStep(context)} does not hold, and nothing else is wrong: the app gives another result.`,
      suspectedCause: seen
        ? `Expected ${wanted}, seen ${seen}.`
        : `Expected ${wanted}, which is not so on the page${failure.message.trim() === "" ? "" : ` (${failure.message.trim()})`}.`,
      suggestedFix:
        layoutFix[step.expect ?? ""] ??
        "Follow the value back from the page to where the app computes it; if the app is right, correct the expectation.",
      confidence: seen ? 0.85 : 0.7,
    };
  },
});
