import type { StepDocument } from "#core/suite/grammar.ts";
import { clickIfSeen, idle, literal } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { Target } from "#model/target.ts";

/**
 * Waits, wherever one of these addresses is opened, until what is drawn there is no longer about to change: rows that are
 * skeletons look like rows. Not where the step says itself how long it may take.
 */
const atRest = (steps: StepDocument[], addresses: readonly string[]): StepDocument[] => {
  const known = new Set(addresses.map(literal));
  return steps.flatMap((step, at) => {
    const next = steps[at + 1];
    const to = typeof step === "object" && "goto" in step && !("timeout" in step) ? step.goto : null;
    const opens = typeof to === "string" && known.has(to);
    const waits = typeof next === "object" && "wait_for" in next && next.wait_for === "idle";
    return opens && !waits ? [step, idle] : [step];
  });
};

/** What greets a first visitor is put aside once the first page of these steps is open, where it comes up at all. */
const withGreetings = (steps: StepDocument[], greetings: readonly Target[]): StepDocument[] => {
  const first = steps.findIndex((step) => typeof step === "object" && ("goto" in step || "use" in step));
  const opens = steps[first];
  // A block that opens a page does so itself.
  if (typeof opens !== "object" || "use" in opens) return steps;
  return steps.toSpliced(first + 1, 0, ...greetings.map(clickIfSeen));
};

/** The steps of a case or a block, as they are in a suite for this app. */
export const asOpened = (
  steps: StepDocument[],
  { greetings, skeletons }: Pick<SiteModel, "greetings" | "skeletons">,
): StepDocument[] => withGreetings(atRest(steps, skeletons), greetings);
