import type { StepDocument } from "#core/suite/grammar.ts";
import { idle, literal } from "#core/generate/steps.ts";

/**
 * Waits, wherever one of these addresses is opened, until what is drawn there is no longer about to change: rows that are
 * skeletons look like rows.
 */
export const atRest = (steps: StepDocument[], addresses: readonly string[]): StepDocument[] => {
  const known = new Set(addresses.map(literal));
  return steps.flatMap((step, at) => {
    const next = steps[at + 1];
    const to = typeof step === "object" && "goto" in step ? step.goto : null;
    const opens = typeof to === "string" && known.has(to);
    const waits = typeof next === "object" && "wait_for" in next && next.wait_for === "idle";
    return opens && !waits ? [step, idle] : [step];
  });
};
