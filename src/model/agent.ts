import { z } from "zod";

/** What becomes of the actions that `do` steps have found: used and kept, only used, the only ones allowed, or neither. */
export const recallModes = ["on", "read_only", "frozen", "off"] as const;
export type RecallMode = (typeof recallModes)[number];
export const defaultRecall: RecallMode = "on";

/** One action of a `do` step as a step of a suite would say it, variables not put in, and the state it was done on. */
const foundActionSchema = z.object({ state: z.string(), verb: z.string(), args: z.unknown() });
export type FoundAction = z.infer<typeof foundActionSchema>;

/**
 * The actions that have reached a goal, the page's state after the last, and what a judgement quoted of the page then; no
 * quotes where the step has its own check.
 */
export const foundActionsSchema = z.object({
  actions: z.array(foundActionSchema),
  end: z.string(),
  quotes: z.array(z.string()),
});
export type FoundActions = z.infer<typeof foundActionsSchema>;
