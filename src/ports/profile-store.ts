import type { CaseProfile } from "#model/case-profile.ts";
import type { Tx } from "./store.ts";

/** What is known of the last run in which a case passed. */
export type LastPass = { runId: string; takenAt: string; profile: CaseProfile };

/** What the app answered and showed when the cases of a suite passed last. Gone with the suite. */
export type ProfileStore = {
  /** Null when the case never passed. */
  get(orgId: string, suite: string, caseId: string, tx?: Tx): Promise<LastPass | null>;
  /** Takes the place of what was known of the case. Nothing is kept of a suite that is no longer there. */
  save(row: LastPass & { orgId: string; suite: string; caseId: string }, tx?: Tx): Promise<void>;
};
